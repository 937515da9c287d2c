import { useQuery } from '@tanstack/react-query'
import { useKeys } from '../frame/keys.ts'
import { useAccount } from '../frame/use-account.ts'
import { type Queue, queueQuery } from '../inbox/queries.ts'
import { LoadError, Page } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { dayKey, dayName } from '../time.ts'
import { PauseButton, Pauses } from './pauses.tsx'
import { QueueRow } from './queue-row.tsx'
import { Slots } from './slots.tsx'
import { type QueueActions, useQueueActions } from './use-queue-actions.ts'

/** What goes out when: the days with their entries and free slots, in the account's time zone. */
export function QueuePage() {
  const { id: account } = useAccount()
  const { data, error, isPending, refetch } = useQuery(queueQuery(account))
  const actions = useQueueActions()
  useKeys({ z: () => void actions.undo() })
  const zone = data && `Times are in ${data.timeZone}.`
  return (
    <Page title="Queue" lead={zone ?? ' '} actions={data && <PauseButton queue={data} />}>
      {isPending && <RowsLoading label="Loading the queue" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <>
          <Pauses queue={data} />
          <Days queue={data} actions={actions} />
          <Slots queue={data} />
        </>
      )}
    </Page>
  )
}

/** Free slots that are shown after the last entry. */
const FREE_SHOWN = 3

interface QueueLine {
  at: number
  entry: Queue['entries'][number] | null
}

/** Entries and free slots in one order. A late entry comes first: it waits for a person. */
function linesOf({ entries, free }: Queue): QueueLine[] {
  const taken = entries.flatMap(entry =>
    entry.queuedFor === undefined ? [] : [{ at: entry.queuedFor, entry }],
  )
  const last = taken.at(-1)?.at ?? 0
  const slots = free.flatMap(queue => queue.free).sort((a, b) => a - b)
  const shown = slots.filter((at, index) => at < last || index < FREE_SHOWN)
  return [...taken, ...shown.map(at => ({ at, entry: null }))].sort((a, b) => a.at - b.at)
}

function Days({ queue, actions }: { queue: Queue; actions: QueueActions }) {
  const { timeZone, now } = queue
  const lines = linesOf(queue)
  if (lines.length === 0) return null
  const late = lines.filter(({ entry }) => entry?.late)
  const days = Map.groupBy(
    lines.filter(({ entry }) => !entry?.late),
    ({ at }) => dayKey(at, timeZone),
  )
  const shown = queue.entries.map(({ id }) => id)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {late.length > 0 && (
        <Day
          title="Late"
          note="Their time passed while the server was down or the queue paused. Publish them, or queue them again."
        >
          {late.map(line => (
            <QueueRow key={line.at} {...line} queue={queue} order={shown} actions={actions} />
          ))}
        </Day>
      )}
      {[...days].map(([day, those]) => (
        <Day
          key={day}
          title={dayName(those[0]?.at ?? now, timeZone)}
          note={day === dayKey(now, timeZone) ? 'Today' : undefined}
        >
          {those.map(line => (
            <QueueRow
              key={line.entry?.id ?? line.at}
              {...line}
              queue={queue}
              order={shown}
              actions={actions}
            />
          ))}
        </Day>
      ))}
    </div>
  )
}

interface DayProps {
  title: string
  note: string | undefined
  children: React.ReactNode
}

const Day = ({ title, note, children }: DayProps) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <h2 className="flex flex-wrap items-baseline gap-x-3 text-l font-semibold">
      {title} {note && <span className="text-s font-normal text-quiet">{note}</span>}
    </h2>
    <ul className="grid gap-1">{children}</ul>
  </section>
)
