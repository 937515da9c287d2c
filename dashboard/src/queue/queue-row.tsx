import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import type { Queue } from '../inbox/queries.ts'
import { Button } from '../parts/button.tsx'
import { Headline } from '../parts/headline.tsx'
import { KindGlyph } from '../parts/kind.tsx'
import { clockTime, fullTime } from '../time.ts'
import type { QueueActions } from './use-queue-actions.ts'

type Entry = Queue['entries'][number]

interface Props {
  at: number
  /** Null for a free slot. */
  entry: Entry | null
  queue: Queue
  /** The ids of the queued entries in their order. */
  order: readonly string[]
  actions: QueueActions
}

/** One time of the queue, with its entry or free. Alt with an arrow moves the entry. */
export function QueueRow({ at, entry, queue, order, actions }: Props) {
  const { timeZone } = queue
  const time = (
    <time
      dateTime={new Date(at).toISOString()}
      title={fullTime(at, timeZone)}
      className="w-14 shrink-0 text-quiet tabular-nums"
    >
      {clockTime(at, timeZone)}
    </time>
  )
  if (entry === null)
    return (
      <li className="flex min-h-12 items-center gap-3 rounded-md border border-dashed border-line px-3 text-quiet">
        {time} Free
      </li>
    )
  return <QueuedRow entry={entry} time={time} order={order} actions={actions} />
}

interface QueuedProps extends Pick<Props, 'order' | 'actions'> {
  entry: Entry
  time: React.ReactNode
}

function QueuedRow({ entry, time, order, actions }: QueuedProps) {
  const { id: account, may } = useAccount()
  const index = order.indexOf(entry.id)
  const up = () => void actions.move(entry, order[index - 1] ?? null)
  const down = () => void actions.move(entry, order[index + 2] ?? null)
  const isMovable = may('publisher') && !entry.late && !entry.immediate
  return (
    <li
      className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-raised px-3 py-1.5"
      onKeyDown={event => {
        if (!event.altKey || !isMovable) return
        if (event.key === 'ArrowUp' && index > 0) up()
        else if (event.key === 'ArrowDown' && index < order.length - 1) down()
        else return
        event.preventDefault()
      }}
    >
      {time}
      <KindGlyph kind={entry.kind} />
      <Link
        to="/$account/entries/$entry"
        params={{ account, entry: entry.id }}
        dir="auto"
        className="min-w-40 flex-1 truncate rounded-md font-semibold hover:underline"
      >
        <Headline title={entry.title} />
      </Link>
      {entry.immediate && <span className="text-s text-quiet">goes out now</span>}
      {may('publisher') && (
        <div className="flex gap-1">
          {isMovable && (
            <>
              <Button
                variant="ghost"
                className="px-2!"
                aria-label={`Move ${entry.title} earlier`}
                title="alt ↑"
                disabled={index <= 0}
                onClick={up}
              >
                ↑
              </Button>
              <Button
                variant="ghost"
                className="px-2!"
                aria-label={`Move ${entry.title} later`}
                title="alt ↓"
                disabled={index >= order.length - 1}
                onClick={down}
              >
                ↓
              </Button>
            </>
          )}
          {!entry.immediate && (
            <Button
              variant="ghost"
              className="px-2!"
              aria-label={`Publish now: ${entry.title}`}
              onClick={() => actions.decide(entry, { transition: 'publish' })}
            >
              Publish now
            </Button>
          )}
          <Button
            variant="ghost"
            className="px-2!"
            aria-label={`Take out: ${entry.title}`}
            onClick={() => actions.decide(entry, { transition: 'unqueue' })}
          >
            Take out
          </Button>
        </div>
      )}
    </li>
  )
}
