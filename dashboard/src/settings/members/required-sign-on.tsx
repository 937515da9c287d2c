import { act } from '../../api/client.ts'
import { signOnQuery } from '../../api/queries.ts'
import { useAccount, useAccountQuery } from '../../frame/use-account.ts'
import { SavedCheckbox } from '../../parts/form/saved-checkbox.tsx'
import { Section } from '../../parts/section.tsx'

/** Whether members have to sign in with the company's provider. Renders nothing without a provider. */
export function RequiredSignOnSetting() {
  const { id: account } = useAccount()
  const { data } = useAccountQuery(signOnQuery)
  if (!data || (data.provider === null && !data.isRequired)) return null
  const provider = data.provider ?? 'the provider'
  return (
    <Section
      title="Single sign-on"
      lead={
        data.isRequired
          ? `Members have to sign in with ${provider} before they see this account.`
          : `Members can sign in however they like. Once ${provider} is required, members who signed in another way are asked to sign in with it.`
      }
    >
      <SavedCheckbox
        label={`Require ${provider}`}
        checked={data.isRequired}
        keys={['members']}
        send={requireSingleSignOn => act(account, 'account sign-in', { requireSingleSignOn })}
      />
    </Section>
  )
}
