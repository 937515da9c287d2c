import { type Queue, queueQuery } from '../api/entry-queries.ts'
import type { Act } from '../api/use-change.ts'
import { PauseButton, Pauses } from '../calendar/pauses.tsx'
import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Sets } from '../social/sets.tsx'
import { Approval } from './approval.tsx'
import { Rhythm } from './rhythm.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

/** When entries and editions go out, and who approves them. */
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
              {data.period !== null && <Editions queue={data} />}
              <Sets />
            </Fold>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What does not wait for an edition, and what feeds show of one. */
function Editions({ queue }: { queue: Queue }) {
  const { urgentAtOnce, feedsListItems } = queue
  const fields = useKeptFields('schedule', { urgentAtOnce, feedsListItems })
  const save = (act: Act, { urgentAtOnce, feedsListItems }: Partial<typeof fields.values>) =>
    act('schedule set', { urgentAtOnce, feedsListEntries: feedsListItems })
  return (
    <Section title="Editions">
      <SettingsForm fields={fields} onSave={save}>
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
      </SettingsForm>
    </Section>
  )
}
