import type { DataOf } from '../api/queries.ts'
import { useAccountQuery } from '../frame/use-account.ts'
import { Field } from '../parts/form/form.tsx'
import { SavedCheckbox } from '../parts/form/saved-checkbox.tsx'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
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
    <SettingsForm fields={fields} onSave={(act, changes) => act('account set', changes)}>
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

/** The mail with the waiting drafts. Members subscribe themselves. Renders nothing where no mail can be sent. */
function WeeklySummary() {
  const { data: summary } = useAccountQuery(summaryQuery)
  if (!summary || !(summary.isMailConfigured || summary.isSubscribed)) return null
  return (
    <Section
      title="Weekly summary"
      lead="An email every Monday morning with the drafts that wait for review."
    >
      <SavedCheckbox
        label="Send it to me"
        hint={`To ${summary.address}. Each mail has a link that ends it.`}
        checked={summary.isSubscribed}
        send={(act, isWanted) => act('account subscribe', isWanted ? {} : { end: true })}
      />
    </Section>
  )
}
