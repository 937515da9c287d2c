import { useQuery } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Done } from '../parts/notice.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { Select } from '../parts/select.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { settingsQuery } from './queries.ts'
import { useSaving } from './use-saving.ts'

type Settings = DataOf<typeof settingsQuery>

/** Name, time zone and language of the account. */
export function GeneralPage() {
  const { id: account, may } = useAccount()
  const { data, error, isPending, refetch } = useQuery(settingsQuery(account))
  return (
    <Page title="General" lead={may('owner') ? undefined : 'Only owners can change this.'}>
      {isPending && <RowsLoading label="Loading settings" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && <SettingsForm key={data.accountId} settings={data} mayChange={may('owner')} />}
    </Page>
  )
}

const zones = Intl.supportedValuesOf('timeZone')

function SettingsForm({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const { id: account } = useAccount()
  const { values, bind, set } = useFields({
    name: settings.name,
    timeZone: settings.timeZone,
    language: settings.language,
    latenessHours: String(settings.latenessHours),
  })
  const save = useSaving(() => {
    const json = { ...values, latenessHours: Number(values.latenessHours) }
    return call(api.accounts[':account'].settings.$patch({ param: { account }, json }))
  })
  const options = [...new Set([values.timeZone, 'UTC', ...zones])].map(value => ({
    value,
    label: value.replaceAll('_', ' '),
  }))
  return (
    <fieldset disabled={!mayChange} className="max-w-[440px]">
      <Form
        verb="Save"
        variant="secondary"
        onSend={() => save.mutate(undefined)}
        busy={save.isPending}
        error={save.error}
      >
        <Field label="Name" hint="Shown as the name of the changelog." required {...bind('name')} />
        <Select
          label="Time zone"
          value={values.timeZone}
          options={options}
          onPick={timeZone => set({ timeZone })}
        />
        <Field
          label="Language"
          hint="Of the entries, as a language tag such as en or de."
          required
          {...bind('language')}
        />
        <Field
          label="Late after (hours)"
          hint="An entry whose time passed longer ago waits for a person."
          type="number"
          min={1}
          required
          {...bind('latenessHours')}
        />
      </Form>
      <Done>{save.isSuccess && 'Saved.'}</Done>
    </fieldset>
  )
}
