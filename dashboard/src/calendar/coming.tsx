import type { Queue } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Section } from '../parts/section.tsx'
import { counted } from '../text.ts'
import { clockTime, dayKey, dayName, fullTime } from '../time.ts'
import { ComingRow } from './coming-row.tsx'
import { useDropTarget } from './dragging.ts'
import { canMove, type Lane, lanesOf, type QueueTime } from './lanes.ts'
import type { QueueActions } from './use-queue-actions.ts'

const DAY_MS = 86_400_000
/** How far ahead free times are shown, if nothing is queued for later. */
const AHEAD_MS = 14 * DAY_MS

interface Props {
  queue: Queue
  actions: QueueActions
}

interface Moment {
  lane: Lane
  time: QueueTime
}

/** What goes out when, by day, with the free times in between. */
export function Coming({ queue, actions }: Props) {
  const { timeZone, now, entries } = queue
  const lanes = lanesOf(queue)
  const edition = editionNote(queue)
  const until = Math.max(now + AHEAD_MS, ...entries.map(({ queuedFor }) => queuedFor ?? 0))
  const moments = lanes
    .flatMap(lane => shownTimes(lane).map((time): Moment => ({ lane, time })))
    .filter(({ time }) => time.at <= until && !time.entry?.immediate)
    .toSorted((a, b) => a.time.at - b.time.at)
  if (moments.length === 0) return null
  return (
    <Section title="Coming">
      {[...Map.groupBy(moments, ({ time }) => dayKey(time.at, timeZone))].map(([day, those]) => (
        <section key={day} aria-label={dayName(those[0]?.time.at ?? now, timeZone)} className="grid gap-1">
          <h3 className="text-s font-semibold text-quiet">
            {dayName(those[0]?.time.at ?? now, timeZone)}
            {day === dayKey(now, timeZone) && ' · Today'}
          </h3>
          <ul>
            {those.map(({ lane, time }) => (
              <Time
                key={time.entry?.id ?? `${lane.setId} ${time.takes} ${time.at}`}
                {...{ time, lane, actions }}
                edition={edition}
              />
            ))}
          </ul>
        </section>
      ))}
    </Section>
  )
}

/** The times of a lane; of a set's free times only the next, because each set may have as many. */
function shownTimes({ setId, times }: Lane): QueueTime[] {
  const next = times.find(({ entry }) => entry === null)
  return times.filter(time => setId === null || time.entry !== null || time === next)
}

interface TimeProps extends Moment {
  /** What is told of an edition. */
  edition: string
  actions: QueueActions
}

/** "Edition · 12 entries · every two weeks". */
function editionNote({ editionSize, times }: Queue): string {
  const period = times.some(({ takes, every }) => takes === 'edition' && every === 'two-weeks')
  return `Edition · ${counted(editionSize ?? 0, 'entry', 'entries')}${period ? ' · every two weeks' : ''}`
}

function Time({ time, lane, edition, actions }: TimeProps) {
  const { timeZone } = useAccount()
  const { element, isOver } = useDropTarget(time, entry => canMove(entry, time))
  return (
    <li
      ref={element}
      className={`rounded-md border-t border-line/60 ${isOver ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
    >
      {time.entry ? (
        <ComingRow entry={time.entry} at={time.at} {...{ lane, edition, actions }} />
      ) : (
        <p className="grid min-h-9 grid-cols-[88px_minmax(0,1fr)] items-center gap-x-3 text-quiet">
          <time
            dateTime={new Date(time.at).toISOString()}
            title={fullTime(time.at, timeZone)}
            className="tabular-nums"
          >
            {clockTime(time.at, timeZone)}
          </time>
          <span>
            Free{time.takes === 'edition' && ' for an edition'}
            {lane.name !== null && ` for ${lane.name}`}
          </span>
        </p>
      )}
    </li>
  )
}
