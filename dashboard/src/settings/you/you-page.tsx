import { useQuery } from '@tanstack/react-query'
import { ownSignInQuery } from '../../api/queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { NameForm } from './name-form.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor/second-factor.tsx'
import { SessionList } from './session-list.tsx'

/** Name, ways to sign in, and devices of the signed-in person. */
export function YouPage() {
  const { id, person } = useAccount()
  const query = useQuery(ownSignInQuery)
  return (
    <Page
      title="Your account"
      lead={person?.email}
      parent={{ to: '/$account/settings', params: { account: id }, label: 'Settings' }}
    >
      {/* By itself, so that the gap after it is that of the page. */}
      <div>{person && <NameForm name={person.name} />}</div>
      <Loaded query={query} label="Loading your devices">
        {({ now, password, secondFactor, passkeys, sessions }) => (
          <>
            {person && <PasswordForm email={person.email} password={password} />}
            {person && <SecondFactor email={person.email} status={secondFactor} />}
            <PasskeyList now={now} passkeys={passkeys} />
            <SessionList now={now} sessions={sessions} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
