import { getRouteApi } from '@tanstack/react-router'
import { CenteredPage } from '../parts/centered-page.tsx'
import { SignOutButton } from '../parts/sign-out.tsx'

const route = getRouteApi('/')

/** The page of a person without an account. Everybody else is redirected to their account. */
export function HomePage() {
  const { email } = route.useLoaderData()
  return (
    <CenteredPage
      title="You are not a member of any account"
      lead={`You are signed in as ${email}. Ask the owner of an account to invite this address.`}
    >
      <div>
        <SignOutButton />
      </div>
    </CenteredPage>
  )
}
