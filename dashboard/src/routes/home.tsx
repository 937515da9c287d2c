import { createRoute, redirect } from '@tanstack/react-router'
import { requireMe } from '../inside.ts'
import { SignOutButton } from '../parts/sign-out.tsx'
import { Threshold } from '../parts/threshold.tsx'
import { rootRoute } from './root.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  async loader() {
    const { current, person } = await requireMe('/')
    if (current) throw redirect({ to: '/$account/members', params: { account: current } })
    return person
  },
  component: NoAccount,
})

function NoAccount() {
  const { email } = homeRoute.useLoaderData()
  return (
    <Threshold
      title="You are not a member of any account"
      lead={`You are signed in as ${email}. Ask the owner of an account to invite this address.`}
    >
      <div>
        <SignOutButton />
      </div>
    </Threshold>
  )
}
