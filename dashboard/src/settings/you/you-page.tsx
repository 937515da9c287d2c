import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { ownSignInQuery } from '../../api/queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Field } from '../../parts/form/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Rows } from '../../parts/row.tsx'
import { SettingsForm } from '../settings-form.tsx'
import { useKeptFields } from '../use-kept-fields.ts'
import { PasskeyRows } from './passkey-list.tsx'
import { PasswordRow } from './password-form.tsx'
import { SecondFactor } from './second-factor/second-factor.tsx'
import { SessionList } from './session-list.tsx'

/** Name, ways to sign in, and devices of the signed-in person. */
export function YouPage() {
  const { person } = useAccount()
  const query = useQuery(ownSignInQuery)
  return (
    <Page title="Your account" lead={person?.email} parent={{ to: '/$account/settings', label: 'Settings' }}>
      <Loaded query={query} label="Loading your devices">
        {({ password, secondFactor, passkeys, sessions }) => (
          <>
            {person && <NameForm name={person.name} />}
            {person && (
              <Section title="Sign-in">
                <Rows>
                  <PasswordRow email={person.email} password={password} />
                  <SecondFactor email={person.email} status={secondFactor} />
                  <PasskeyRows passkeys={passkeys} />
                </Rows>
              </Section>
            )}
            <SessionList sessions={sessions} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function NameForm({ name }: { name: string }) {
  const fields = useKeptFields('own-name', { name })
  return (
    <SettingsForm fields={fields} isOwn onSave={() => call(api.me.$patch({ json: fields.values }))}>
      <div className="max-w-form">
        <Field
          label="Your name"
          hint="Visible to your team."
          autoComplete="name"
          required
          maxLength={80}
          {...fields.bind('name')}
        />
      </div>
    </SettingsForm>
  )
}
