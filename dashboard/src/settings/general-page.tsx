import { act } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { SETTINGS } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Field } from '../parts/form/field.tsx'
import { SavedCheckbox } from '../parts/form/saved-checkbox.tsx'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { localTime } from '../time.ts'
import { WEEKDAY_OPTIONS } from '../weekdays.ts'
import { LANGUAGES } from './languages.ts'
import { settingsQuery, summaryQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

/** Name, time zone and language of the account, and its weekly summary. */
export function GeneralPage() {
  const query = useAccountQuery(settingsQuery)
  return (
    <Page title="General" lead="For the whole changelog. Readers see the name.">
      <Loaded query={query} label="Loading settings">
        {settings => <AccountForm settings={settings} />}
      </Loaded>
      <WeeklySummary />
    </Page>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

function AccountForm({ settings }: { settings: DataOf<typeof settingsQuery> }) {
  const { id: account } = useAccount()
  const { name, timeZone, language } = settings
  const fields = useKeptFields('general', { name, timeZone, language })
  const { values, bind, pick } = fields
  const zoneOptions = [...new Set([values.timeZone, 'UTC', ...zones])].map(value => ({
    value,
    label: value.replaceAll('_', ' '),
  }))
  const languageOptions = LANGUAGES.some(({ value }) => value === values.language)
    ? LANGUAGES
    : [{ value: values.language, label: values.language }, ...LANGUAGES]
  return (
    <SettingsForm fields={fields} onSave={changes => act(account, 'account set', changes)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2 sm:w-[calc(50%-8px)]">
          <Field label="Name" dir="auto" required {...bind('name')} />
        </div>
        <Select label="Time zone" options={zoneOptions} {...pick('timeZone')} />
        <Select label="Changelog language" options={languageOptions} {...pick('language')} />
      </div>
    </SettingsForm>
  )
}

type Summary = DataOf<typeof summaryQuery>

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** The mail with the waiting drafts. Members subscribe themselves; owners choose when it is sent. */
function WeeklySummary() {
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
