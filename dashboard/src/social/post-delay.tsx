import { act } from '../api/client.ts'
import { SOCIAL } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Field } from '../parts/form/field.tsx'
import { Section } from '../parts/section.tsx'
import { SettingsForm } from '../settings/settings-form.tsx'
import { useKeptFields } from '../settings/use-kept-fields.ts'
import { socialQuery } from './queries.ts'

const MINUTE_MS = 60_000

/** How long posts wait after their entry was published. Renders nothing without a social account. */
export function PostDelay() {
  const { data } = useAccountQuery(socialQuery)
  if (!data || data.accounts.length === 0) return null
  return <PostDelayForm delayMs={data.delayMs} />
}

function PostDelayForm({ delayMs }: { delayMs: number }) {
  const { id: account } = useAccount()
  const fields = useKeptFields('post-delay', { minutes: String(delayMs / MINUTE_MS) })
  return (
    <Section title="Posts">
      <SettingsForm
        fields={fields}
        onSave={({ minutes }) => act(account, 'social delay', { minutes: Number(minutes) })}
        keys={SOCIAL}
      >
        <Field
          label="Minutes after the entry"
          hint="If you withdraw the entry before then, nothing is posted."
          type="number"
          min={0}
          max={1440}
          required
          {...fields.bind('minutes')}
        />
      </SettingsForm>
    </Section>
  )
}
