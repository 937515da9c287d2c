import { useQuery } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Title } from '../parts/title.tsx'
import { ownSignInQuery } from '../queries.ts'
import { NameForm } from '../you/name-form.tsx'
import { PasswordForm } from '../you/password-form.tsx'
import { SessionList } from '../you/session-list.tsx'
import { accountRoute } from './account.tsx'

export const youRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/you',
  component: You,
})

function You() {
  const { me } = accountRoute.useLoaderData()
  const { data, error, isPending, refetch } = useQuery(ownSignInQuery)
  return (
    <div className="grid max-w-[720px] gap-8">
      <div className="grid gap-1">
        <Title>Your account</Title>
        <p className="break-all text-quiet">{me.person.email}</p>
      </div>
      <NameForm name={me.person.name} />
      {isPending && (
        <div role="status" aria-label="Loading your devices" className="h-40 rounded-md bg-raised" />
      )}
      {error && (
        <div className="grid justify-items-start gap-3">
          <Problem error={error} />
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data && <PasswordForm email={me.person.email} password={data.password} />}
      {data && <SessionList now={data.now} sessions={data.sessions} />}
    </div>
  )
}
