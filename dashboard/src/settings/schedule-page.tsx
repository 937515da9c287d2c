import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, call } from '../api/client.ts'
import { queueQuery } from '../api/entry-queries.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Field } from '../parts/form/field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { PauseButton, Pauses } from '../queue/pauses.tsx'
import { Slots } from '../queue/slots.tsx'
import { settingsQuery } from './queries.ts'
import { RhythmSection } from './rhythm-form.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

/** When entries go out: the rhythm, the slots of the week, pauses, and what happens to late entries. */
export function SchedulePage() {
  const { id: account, timeZone } = useAccount()
  const queue = useQuery(queueQuery(account))
  return (
    <Page
      title="Schedule"
      lead={
        <>
          When entries go out, in {timeZone.replaceAll('_', ' ')}.{' '}
          <Link to="/$account/queue" params={{ account }} className="text-accent underline">
            What is queued
          </Link>
        </>
      }
      actions={queue.data && <PauseButton queue={queue.data} />}
    >
      <RhythmSection />
      <Loaded query={queue} label="Loading the schedule">
        {data => (
          <>
            <Pauses queue={data} />
            <Slots queue={data} />
          </>
        )}
      </Loaded>
      <Section
        title="Late entries"
        lead="An entry can miss its slot while the queue is paused or the server is down. It still goes out if it is at most this many hours late. After that it waits for your decision."
      >
        <Loaded query={useQuery(settingsQuery(account))} label="Loading settings">
          {settings => <LatenessForm settings={settings} />}
        </Loaded>
      </Section>
    </Page>
  )
}

function LatenessForm({ settings: { latenessHours } }: { settings: DataOf<typeof settingsQuery> }) {
  const { id: account } = useAccount()
  const fields = useKeptFields('schedule', { hours: String(latenessHours) })
  return (
    <SettingsForm
      fields={fields}
      onSave={({ hours }) => {
        const json = { latenessHours: Number(hours) }
        return call(api.accounts[':account'].settings.$patch({ param: { account }, json }))
      }}
    >
      <div className="max-w-40">
        <Field label="Hours" type="number" min={1} required {...fields.bind('hours')} />
      </div>
    </SettingsForm>
  )
}
