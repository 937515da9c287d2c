import type { ReactNode } from 'react'
import type { Queue } from '../api/entry-queries.ts'
import { type Decision, OFFERS, type Offer } from '../decisions/decision.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Row, Rows } from '../parts/row.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { Time, useNow } from '../parts/text/time.tsx'
import { useSteady } from '../parts/use-steady.ts'
import { shortTime } from '../time.ts'
import { freeTimes, linkTo, type QueuedEntry, takesOf } from './lanes.ts'
import type { QueueActions } from './use-queue-actions.ts'

interface Props {
  queue: Queue
  actions: QueueActions
}

/** Entries that need a person or go out right now: on their way, failed, or late. */
export function Attention({ queue, actions }: Props) {
  const { entries, failures } = queue
  const failed = new Map(failures.map(failure => [failure.entryId, failure]))
  const immediate = entries.filter(entry => entry.immediate && !failed.has(entry.id))
  const late = entries.filter(({ late }) => late)
  const { timeZone } = useAccount()
  const now = useNow()
  const approvalOf = ({ setId, origin }: QueuedEntry): Choice[] =>
    freeTimes(queue, setId, takesOf({ origin }))
      .slice(0, 1)
      .map(at => ({
        label: `Approve for ${shortTime(at, now, timeZone)}`,
        decision: { action: 'entry queue' },
      }))
  return (
    <>
      <Group
        title="Going out now"
        why="Until it is out, you can still undo this."
        entries={immediate}
        noteOf={() => null}
        choicesOf={() => [{ ...OFFERS.unqueue, label: 'Undo' }]}
        onDecide={actions.decide}
      />
      <Group
        title="Could not be published"
        why="Readers have seen nothing of these entries."
        entries={entries.filter(({ id }) => failed.has(id))}
        noteOf={({ id }) => {
          const { error, retryAt } = failed.get(id) ?? { error: '', retryAt: null }
          return (
            <>
              {error}{' '}
              {retryAt === null ? (
                'It waits for you.'
              ) : (
                <>
                  Tried again <Time at={retryAt} />.
                </>
              )}
            </>
          )
        }}
        choicesOf={() => [OFFERS.publish, OFFERS.unqueue]}
        onDecide={actions.decide}
      />
      <Group
        title="Late"
        why="Their time passed more than a day ago, while the queue was paused or the server was down. They go out only when you say so."
        entries={late}
        noteOf={entry => (
          <>
            was due <Time at={entry.queuedFor ?? 0} />
          </>
        )}
        choicesOf={entry => [OFFERS.publish, ...approvalOf(entry), OFFERS.unqueue]}
        onDecide={actions.decide}
      />
    </>
  )
}

type Choice = Pick<Offer, 'label' | 'decision'>

interface GroupProps {
  title: string
  why: string
  entries: readonly QueuedEntry[]
  noteOf: (entry: QueuedEntry) => ReactNode
  choicesOf: (entry: QueuedEntry) => readonly Choice[]
  onDecide: (entry: QueuedEntry, decision: Decision) => void
}

/** Entries that need attention for the same reason, and what can be done with each. */
function Group({ title, why, entries, noteOf, choicesOf, onDecide }: GroupProps) {
  const { may } = useAccount()
  const shown = useSteady(entries, ({ id }) => id)
  if (shown.length === 0) return null
  return (
    <section
      aria-label={title}
      className={`grid gap-2 rounded-md bg-raised px-4 pt-3 pb-1.5 forced-colors:border ${entries.length === 0 ? 'invisible' : ''}`}
    >
      <p>
        <strong className="font-semibold">{title}.</strong> {why}
      </p>
      <Rows>
        {shown.map(({ item: entry, isGone }) => (
          <Row
            key={entry.id}
            isGone={isGone}
            title={<Headline title={entry.title} />}
            link={linkTo(entry)}
            meta={noteOf(entry)}
            action={
              may('publisher') &&
              choicesOf(entry).map(({ label, decision }) => (
                <DecisionButton
                  key={label}
                  decision={decision}
                  subject={`“${entry.title}”`}
                  className="px-3!"
                  aria-label={`${label}: ${entry.title}`}
                  onClick={() => onDecide(entry, decision)}
                >
                  {label}
                </DecisionButton>
              ))
            }
          />
        ))}
      </Rows>
    </section>
  )
}
