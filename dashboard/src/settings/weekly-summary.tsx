import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { SETTINGS, useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Problem } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { localTime } from '../time.ts'
import { WEEKDAY_OPTIONS } from '../weekdays.ts'
import { summaryQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

type Summary = DataOf<typeof summaryQuery>

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** The mail with the waiting drafts. Members subscribe themselves; owners choose when it is sent. */
export function WeeklySummary() {
  const { id: account } = useAccount()
  const query = useQuery(summaryQuery(account))
  return (
    <Section
      title="Weekly summary"
      lead="One mail a week with the drafts that wait for a decision, if any do."
    >
      <Loaded query={query} label="Loading the weekly summary">
        {summary => (
          <>
            <Subscription summary={summary} />
            {summary.isMailConfigured && <SummaryTime summary={summary} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Subscription({ summary: { address, isSubscribed, isMailConfigured } }: { summary: Summary }) {
  const { id: account } = useAccount()
  /** The requested value until it is stored. */
  const [input, setInput] = useState<boolean | null>(null)
  const save = useChange(SETTINGS, (isWanted: boolean) =>
    act(account, 'account subscribe', isWanted ? {} : { end: true }),
  )
  const change = (asked: boolean) => {
    setInput(asked)
    save.mutate(asked, { onSettled: () => setInput(null) })
  }
  return (
    <>
      <Checkbox
        label="Send it to me"
        hint={
          isMailConfigured
            ? `To ${address}. Each mail has a link that ends it.`
            : 'This server sends no mail yet. Whoever runs it can set that up.'
        }
        checked={input ?? isSubscribed}
        disabled={save.isPending || (!isMailConfigured && !isSubscribed)}
        onChange={change}
      />
      <Problem error={save.error} />
    </>
  )
}

function SummaryTime({ summary: { day, time, recipients } }: { summary: Summary }) {
  const { id: account, timeZone } = useAccount()
  const fields = useKeptFields('summary', { day, time })
  const { values, set } = fields
  const hours = HOURS.includes(time) ? HOURS : [time, ...HOURS]
  return (
    <SettingsForm fields={fields} onSave={at => act(account, 'account summary', at)}>
      <div className="grid max-w-form grid-cols-2 gap-3">
        <Select
          label="Day"
          value={values.day}
          options={WEEKDAY_OPTIONS}
          onPick={picked => set({ day: picked })}
        />
        <Select
          label="Time"
          value={values.time}
          options={hours.map(value => ({ value, label: localTime(value) }))}
          onPick={picked => set({ time: picked })}
        />
      </div>
      <p className="text-quiet wrap-anywhere">
        Times are in {timeZone.replaceAll('_', ' ')}. {recipients && recipientsOf(recipients)}
      </p>
    </SettingsForm>
  )
}

const recipientsOf = (recipients: readonly string[]): string =>
  recipients.length === 0 ? 'Nobody is subscribed yet.' : `Sent to ${recipients.join(', ')}.`
