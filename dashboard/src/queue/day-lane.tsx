import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { clockTime, fullTime } from '../time.ts'
import { useDropTarget } from './dragging.ts'
import { canMove, contentOf, type Lane, type QueueTime } from './lanes.ts'
import type { Week } from './queries.ts'
import { QueueCard } from './queue-card.tsx'
import type { QueueActions } from './use-queue-actions.ts'

/** Published entries of a day that are shown; the page of published entries has the rest. */
const PUBLISHED_SHOWN = 4

interface Props {
  lane: Lane
  /** Whether the lanes have to be told apart. */
  isNamed: boolean
  /** The row of the grid, on a large screen. */
  row: number
  span: { at: number; end: number }
  editionSize: number | null
  actions: QueueActions
}

/** What a lane has on one day: what went out, then the times that are taken or free. */
export function DayLane({ lane, isNamed, row, span, editionSize, actions }: Props) {
  const { id: account } = useAccount()
  const { those, out, count } = contentOf(lane, span.at, span.end)
  if (count === 0) return null
  return (
    <div
      style={{ gridRow: row }}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 max-lg:row-auto!"
    >
      {isNamed && <h4 className="text-s font-semibold text-quiet lg:sr-only">{lane.name}</h4>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {out.slice(0, PUBLISHED_SHOWN).map(entry => (
          <li key={entry.id}>
            <Published entry={entry} />
          </li>
        ))}
        {out.length > PUBLISHED_SHOWN && (
          <li className="px-2.5 text-s text-quiet">
            <Link to="/$account/published" params={{ account }} className="rounded-md underline">
              {out.length - PUBLISHED_SHOWN} more published
            </Link>
          </li>
        )}
        {those.map(time => (
          <Time
            key={time.entry?.id ?? `${time.takes} ${time.at}`}
            {...{ time, lane, editionSize, actions }}
          />
        ))}
      </ul>
    </div>
  )
}

function Published({ entry }: { entry: Week['published'][number] }) {
  const { id: account, timeZone } = useAccount()
  return (
    <div className="grid gap-0.5 px-2.5 text-quiet">
      <p className="flex flex-wrap items-center gap-x-1.5 text-s">
        <KindGlyph kind={entry.kind} />
        Published
        <time
          dateTime={new Date(entry.publishedAt).toISOString()}
          title={fullTime(entry.publishedAt, timeZone)}
        >
          {clockTime(entry.publishedAt, timeZone)}
        </time>
      </p>
      <Link
        to="/$account/entries/$entry"
        params={{ account, entry: entry.id }}
        dir="auto"
        className="line-clamp-2 rounded-md wrap-anywhere hover:underline"
      >
        <Headline title={entry.title} />
      </Link>
    </div>
  )
}

interface TimeProps extends Pick<Props, 'lane' | 'editionSize' | 'actions'> {
  time: QueueTime
}

function Time({ time, lane, editionSize, actions }: TimeProps) {
  const { timeZone } = useAccount()
  const { element, isOver } = useDropTarget(time, entry => canMove(entry, time))
  return (
    <li ref={element} className={`rounded-md ${isOver ? 'outline-2 outline-offset-2 outline-accent' : ''}`}>
      {time.entry ? (
        <QueueCard entry={time.entry} at={time.at} {...{ lane, editionSize, actions }} />
      ) : (
        <p className="flex min-h-9 items-center gap-2 rounded-md border border-dashed border-rim px-2.5 text-s text-quiet">
          <time
            dateTime={new Date(time.at).toISOString()}
            title={fullTime(time.at, timeZone)}
            className="tabular-nums"
          >
            {clockTime(time.at, timeZone)}
          </time>
          free{time.takes === 'edition' && ' for an edition'}
        </p>
      )}
    </li>
  )
}
