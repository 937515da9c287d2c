import { act } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { SETTINGS } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { SavedCheckbox } from '../parts/form/saved-checkbox.tsx'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
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
  const query = useAccountQuery(summaryQuery)
  return (
    <Section
      title="Weekly summary"
      lead={`A weekly email with the drafts that wait for review.${query.data?.isMailConfigured === false ? ' This server sends no mail yet; whoever runs it can set that up.' : ''}`}
    >
      <Loaded query={query} label="Loading the weekly summary">
        {summary => (
          <>
            {(summary.isMailConfigured || summary.isSubscribed) && (
              <SavedCheckbox
                label="Send it to me"
                hint={`To ${summary.address}. Each mail has a link that ends it.`}
                checked={summary.isSubscribed}
                keys={SETTINGS}
                send={isWanted => act(account, 'account subscribe', isWanted ? {} : { end: true })}
              />
            )}
            {summary.isMailConfigured && <SummaryTime summary={summary} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function SummaryTime({ summary: { day, time, recipients } }: { summary: Summary }) {
  const { id: account, timeZone } = useAccount()
  const fields = useKeptFields('summary', { day, time })
  const hours = HOURS.includes(time) ? HOURS : [time, ...HOURS]
  return (
    <SettingsForm fields={fields} onSave={at => act(account, 'account summary', at)}>
      <div className="grid grid-cols-2 gap-4">
        <Select label="Day" options={WEEKDAY_OPTIONS} {...fields.pick('day')} />
        <Select
          label="Time"
          options={hours.map(value => ({ value, label: localTime(value) }))}
          {...fields.pick('time')}
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
