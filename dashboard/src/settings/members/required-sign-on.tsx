import { useQuery } from '@tanstack/react-query'
import { act } from '../../api/client.ts'
import { signOnQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { Checkbox } from '../../parts/form/checkbox.tsx'
import { Problem } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'

/** Whether members have to sign in with the company's provider. Renders nothing without a provider. */
export function RequiredSignOnSetting({ account }: { account: string }) {
  const { data } = useQuery(signOnQuery(account))
  const change = useChange(['members'], (requireSingleSignOn: boolean) =>
    act(account, 'account sign-in', { requireSingleSignOn }),
  )
  if (!data || (data.provider === null && !data.isRequired)) return null
  const provider = data.provider ?? 'the provider'
  return (
    <Section
      title="Single sign-on"
      lead={
        data.isRequired
          ? `Members have to sign in with ${provider} before they see this account.`
          : `Members may sign in in any way. Require ${provider}, and who signed in another way is asked to sign in with it first.`
      }
    >
      <Problem error={change.error} />
      <Checkbox
        label={`Require ${provider}`}
        checked={change.isPending ? change.variables : data.isRequired}
        disabled={change.isPending}
        onChange={is => change.mutate(is)}
      />
    </Section>
  )
}
