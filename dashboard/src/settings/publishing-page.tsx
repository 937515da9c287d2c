import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { type Queue, queueQuery } from '../api/entry-queries.ts'
import { SOCIAL } from '../api/use-change.ts'
import { PauseButton, Pauses } from '../calendar/pauses.tsx'
import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Field } from '../parts/form/field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { socialQuery } from '../social/queries.ts'
import { Sets } from '../social/sets.tsx'
import { Approval } from './approval.tsx'
import { Rhythm } from './rhythm.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

/** When entries and editions go out, who approves them, and what happens to what is late or urgent. */
export function PublishingPage() {
  const { timeZone } = useAccount()
  const queue = useAccountQuery(queueQuery)
  return (
    <Page
      title="Publishing"
      lead={
        <>
          When entries go out, in {timeZone.replaceAll('_', ' ')}.{' '}
          <PageLink to="/$account/calendar" className="whitespace-nowrap underline hover:text-ink">
            See the queue
          </PageLink>
        </>
      }
      actions={queue.data && <PauseButton queue={queue.data} />}
    >
      <Loaded query={queue} label="Loading the schedule">
        {data => (
          <>
            <Pauses queue={data} />
            <Rhythm queue={data} />
            <Approval />
            <Fold>
              <Rules queue={data} />
              <PostDelay />
              <Sets />
            </Fold>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What is published late or before its time, and what feeds show of editions. */
function Rules({ queue }: { queue: Queue }) {
  const { id: account } = useAccount()
  const { latenessHours, urgentAtOnce, feedsListItems, period } = queue
  const fields = useKeptFields('schedule', { hours: String(latenessHours), urgentAtOnce, feedsListItems })
  const save = async ({ hours, urgentAtOnce, feedsListItems }: Partial<typeof fields.values>) => {
    const lateness = hours === undefined ? undefined : Number(hours)
    await act(account, 'schedule set', { lateness, urgentAtOnce, feedsListEntries: feedsListItems })
    entriesChanged(account, [])
  }
  return (
    <Section title="Late and urgent">
      <SettingsForm fields={fields} onSave={save}>
        <Field
          label="Hours late"
          hint="An entry can miss its time while the queue is paused or the server is down. It still goes out if it is at most this many hours late. After that it waits for your decision."
          type="number"
          min={1}
          required
          {...fields.bind('hours')}
        />
        {period !== null && (
          <>
            <Checkbox
              label="Breaking changes and security go out at once"
              hint="They do not wait for the edition: the policy may queue them, and you publish them from Review."
              {...fields.check('urgentAtOnce')}
            />
            <Checkbox
              label="Feeds list the entries of an edition, each as an item"
              hint="Otherwise they list the edition, as one item."
              {...fields.check('feedsListItems')}
            />
          </>
        )}
      </SettingsForm>
    </Section>
  )
}

const MINUTE_MS = 60_000

/** How long posts wait after their entry was published. Renders nothing without a social account. */
function PostDelay() {
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
