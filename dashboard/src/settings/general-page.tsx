import { useQuery } from '@tanstack/react-query'
import { act, base } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { LANGUAGES } from './languages.ts'
import { settingsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { TranslationSettings } from './translations.tsx'
import { useKeptFields } from './use-kept-fields.ts'
import { WeeklySummary } from './weekly-summary.tsx'

/** Name, time zone and language of the account, its weekly summary, and its export. */
export function GeneralPage() {
  const { id: account } = useAccount()
  const query = useQuery(settingsQuery(account))
  return (
    <Page title="General" lead="Name, time zone and languages, weekly summary and export.">
      <Loaded query={query} label="Loading settings">
        {settings => <AccountForm settings={settings} />}
      </Loaded>
      <TranslationSettings />
      <WeeklySummary />
      <Export />
    </Page>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

function AccountForm({ settings }: { settings: DataOf<typeof settingsQuery> }) {
  const { id: account } = useAccount()
  const { name, timeZone, language } = settings
  const fields = useKeptFields('general', { name, timeZone, language })
  const { values, bind, set } = fields
  const zoneOptions = [...new Set([values.timeZone, 'UTC', ...zones])].map(value => ({
    value,
    label: value.replaceAll('_', ' '),
  }))
  const languageOptions = LANGUAGES.some(({ value }) => value === values.language)
    ? LANGUAGES
    : [{ value: values.language, label: values.language }, ...LANGUAGES]
  return (
    <SettingsForm fields={fields} onSave={changes => act(account, 'account set', changes)}>
      <Field label="Name" hint="Shown as the name of the changelog." dir="auto" required {...bind('name')} />
      <Select
        label="Time zone"
        value={values.timeZone}
        options={zoneOptions}
        onPick={picked => set({ timeZone: picked })}
      />
      <Select
        label="Language of the entries"
        value={values.language}
        options={languageOptions}
        onPick={picked => set({ language: picked })}
      />
    </SettingsForm>
  )
}

const FORMATS = [
  { format: 'json', label: 'Everything as JSON', hint: 'Entries, merges, decisions and settings' },
  { format: 'markdown', label: 'Changelog as Markdown', hint: 'Published entries' },
  { format: 'atom', label: 'Feed as Atom', hint: 'Published entries' },
  { format: 'jsonfeed', label: 'Feed as JSON', hint: 'Published entries' },
]

/** Downloads of the account's data. */
function Export() {
  const { id: account } = useAccount()
  return (
    <Section title="Export" lead="Your data is yours: download it whenever you like.">
      <ul className="max-w-text border-b border-line/60">
        {FORMATS.map(({ format, label, hint }) => (
          <li
            key={format}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line/60 py-3"
          >
            <p>
              <span className="block font-semibold">{label}</span>
              <span className="text-s text-quiet">{hint}</span>
            </p>
            <a
              href={`${base}api/accounts/${account}/export?format=${format}`}
              download
              aria-label={`Download: ${label}`}
              className={buttonClass('secondary')}
            >
              Download
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
