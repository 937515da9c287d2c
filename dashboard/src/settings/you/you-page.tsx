import { useQuery } from '@tanstack/react-query'
import { ownSignInQuery } from '../../api/queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { LoadError, Page } from '../../parts/page.tsx'
import { NameForm } from './name-form.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor/second-factor.tsx'
import { SessionList } from './session-list.tsx'

/** Name, ways to sign in, and devices of the signed-in person. */
export function YouPage() {
  const { person } = useAccount()
  const { data, error, isPending, refetch } = useQuery(ownSignInQuery)
  return (
    <Page title="Your account" lead={person?.email}>
      {person && <NameForm name={person.name} />}
      {isPending && (
        <div role="status" aria-label="Loading your devices" className="h-40 rounded-md bg-raised" />
      )}
      {error && <LoadError error={error} onRetry={refetch} />}
      {data && person && <PasswordForm email={person.email} password={data.password} />}
      {data && person && <SecondFactor email={person.email} status={data.secondFactor} />}
      {data && <PasskeyList now={data.now} passkeys={data.passkeys} />}
      {data && <SessionList now={data.now} sessions={data.sessions} />}
    </Page>
  )
}
