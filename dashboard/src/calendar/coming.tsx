import { type ReactNode, useRef } from 'react'
import type { Queue } from '../api/entry-queries.ts'
import { useDropTarget } from '../parts/dragging.ts'
import { Section } from '../parts/page.tsx'
import { TimeOfDay } from '../parts/text/time.tsx'
import { counted } from '../text.ts'
import { DAY, dayKey } from '../time.ts'
import { Day, rowColumns } from './calendar-row.tsx'
import { ComingRow } from './coming-row.tsx'
import { canMove, type Lane, lanesOf, type QueuedEntry, type QueueTime } from './lanes.ts'
import type { QueueActions } from './use-queue-actions.ts'

/** How far ahead free times are shown, if nothing is queued for later. */
const AHEAD_MS = 14 * DAY

interface Props {
  queue: Queue
  actions: QueueActions
  /** What is not coming. */
  lead: ReactNode
}

interface Moment {
  lane: Lane
  time: QueueTime
  /** Whether it is the first free one of its kind, which is always shown. */
  isNext: boolean
}

/** What goes out when, by day, with the free times in between. */
export function Coming({ queue, actions, lead }: Props) {
  const { timeZone, now, entries } = queue
  const lanes = lanesOf(queue)
  const edition = editionNote(queue)
  const until = Math.max(now + AHEAD_MS, ...entries.map(({ queuedFor }) => queuedFor ?? 0))
  const moments = lanes
    .flatMap(lane =>
      shownTimes(lane).map((time): Moment => ({ lane, time, isNext: time === nextFree(lane, time.takes) })),
    )
    .filter(({ time, isNext }) => (isNext || time.at <= until) && !time.entry?.immediate)
    .toSorted((a, b) => a.time.at - b.time.at)
  if (moments.length === 0) return null
  return (
    <Section title="Coming" lead={lead}>
      <div className="-mt-2">
        {[...Map.groupBy(moments, ({ time }) => dayKey(time.at, timeZone))].map(([day, those]) => (
          <Day key={day} at={those[0]?.time.at ?? now}>
            {those.map(({ lane, time, isNext }, index) => (
              <Time
                key={time.entry?.id ?? `${lane.setId} ${time.takes} ${time.at}`}
                {...{ time, lane, isNext, actions, edition }}
                isSameTime={those[index - 1]?.time.at === time.at}
              />
            ))}
          </Day>
        ))}
      </div>
    </Section>
  )
}

const nextFree = ({ times }: Lane, takes: QueueTime['takes']) =>
  times.find(time => time.entry === null && time.takes === takes)

/** The times of a lane; of a set's free times only the next, because each set may have as many. */
function shownTimes({ setId, times }: Lane): QueueTime[] {
  const next = times.find(({ entry }) => entry === null)
  return times.filter(time => setId === null || time.entry !== null || time === next)
}

interface TimeProps extends Moment {
  /** Whether the row above has the same time. */
  isSameTime: boolean
  /** What is told of an edition. */
  edition: string
  actions: QueueActions
}

/** "Edition · 12 entries · every two weeks". */
function editionNote({ editionSize, times }: Queue): string {
  const period = times.some(({ takes, every }) => takes === 'edition' && every === 'two-weeks')
  return `Edition · ${counted(editionSize ?? 0, 'entry', 'entries')}${period ? ' · every two weeks' : ''}`
}

function Time({ time, lane, isNext, isSameTime, edition, actions }: TimeProps) {
  const element = useRef<HTMLLIElement>(null)
  const edge = useDropTarget<QueuedEntry>(
    element,
    dragged => canMove(dragged, time),
    dragged => actions.move(dragged, time),
  )
  const { at, entry, takes } = time
  return (
    <li ref={element} className={edge ? 'outline-2 -outline-offset-2 outline-accent' : ''}>
      {entry ? (
        <ComingRow {...{ entry, at, lane, isSameTime, edition, actions }} />
      ) : (
        <p className={`${rowColumns} text-quiet`}>
          <TimeOfDay at={at} className={`max-sm:hidden ${isSameTime ? 'opacity-0' : ''}`} />
          <span className="mt-0.5 size-4 rounded-md border border-dashed border-edge" />
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span>
              {isNext ? 'Next free' : 'Free'}
              {takes === 'edition' && ' for an edition'}
              {lane.name !== null && ` for ${lane.name}`}
            </span>
            <TimeOfDay at={at} className="text-s sm:hidden" />
          </span>
        </p>
      )}
    </li>
  )
}
