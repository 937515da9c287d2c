import { Link } from '@tanstack/react-router'
import type { Queue } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { clockTime, dayName, fullTime, shortDayName } from '../time.ts'
import { useDropTarget } from './dragging.ts'
import { canMove, type Lane, lanesOf, type QueueTime } from './lanes.ts'
import type { Week } from './queries.ts'
import { QueueCard } from './queue-card.tsx'
import type { QueueActions } from './use-queue-actions.ts'

interface Props {
  queue: Queue
  week: Week
  actions: QueueActions
}

/** The days of a week as columns, on a phone below each other; a lane for each set if there are several. */
export function WeekGrid({ queue, week, actions }: Props) {
  const lanes = lanesOf(queue, week)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {lanes.map(lane => (
        <section key={lane.setId} aria-label={lane.name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {lanes.length > 1 && <h2 className="text-s font-semibold text-quiet">{lane.name}</h2>}
          <LaneDays lane={lane} week={week} now={queue.now} actions={actions} />
        </section>
      ))}
    </div>
  )
}

interface LaneProps {
  lane: Lane
  week: Week
  now: number
  actions: QueueActions
}

function LaneDays({ lane, week: { days, until }, now, actions }: LaneProps) {
  const spans = days.map((day, index) => ({ ...day, end: days[index + 1]?.at ?? until }))
  const isEmpty = !spans.some(({ at, end }) => contentOf(lane, at, end).count > 0)
  return (
    <>
      <div className="grid gap-x-2 gap-y-5 min-[1000px]:grid-cols-7">
        {spans.map(({ date, at, end }) => (
          <Day key={date} at={at} end={end} lane={lane} now={now} actions={actions} />
        ))}
      </div>
      {isEmpty && <p className="text-quiet min-[1000px]:hidden">Nothing this week.</p>}
    </>
  )
}

function contentOf({ times, published }: Lane, from: number, to: number) {
  const those = times.filter(({ at }) => at >= from && at < to)
  const out = published.filter(({ publishedAt }) => publishedAt >= from && publishedAt < to)
  return { those, out, count: those.length + out.length }
}

/** Published entries of a day that are shown; the page of published entries has the rest. */
const PUBLISHED_SHOWN = 4

interface DayProps {
  at: number
  end: number
  lane: Lane
  now: number
  actions: QueueActions
}

function Day({ at, end, lane, now, actions }: DayProps) {
  const { id: account, timeZone } = useAccount()
  const { those, out, count } = contentOf(lane, at, end)
  const isToday = now >= at && now < end
  return (
    <section
      className={`grid-cols-[minmax(0,1fr)] content-start gap-2 border-t-2 pt-1.5 min-[1000px]:grid min-[1000px]:min-h-28 ${isToday ? 'border-accent' : 'border-line'} ${count > 0 ? 'grid' : 'hidden'}`}
    >
      <h3
        title={dayName(at, timeZone)}
        className={`text-s ${isToday ? 'font-semibold text-accent' : 'text-quiet'}`}
      >
        {shortDayName(at, timeZone)}
        {isToday && ' · Today'}
      </h3>
      {count > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {out.slice(0, PUBLISHED_SHOWN).map(entry => (
            <li key={entry.id} className="grid gap-0.5 px-2.5 text-quiet">
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
            <Time key={time.entry?.id ?? time.at} time={time} lane={lane} actions={actions} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Time({ time, lane, actions }: { time: QueueTime; lane: Lane; actions: QueueActions }) {
  const { timeZone } = useAccount()
  const { element, isOver } = useDropTarget(time, entry => canMove(entry, time))
  return (
    <li ref={element} className={`rounded-md ${isOver ? 'outline-2 outline-offset-2 outline-accent' : ''}`}>
      {time.entry ? (
        <QueueCard entry={time.entry} at={time.at} lane={lane} actions={actions} />
      ) : (
        <p className="flex min-h-9 items-center gap-2 rounded-md border border-dashed border-edge/70 px-2.5 text-s text-quiet max-[999px]:w-fit min-[1000px]:min-h-11">
          <time
            dateTime={new Date(time.at).toISOString()}
            title={fullTime(time.at, timeZone)}
            className="tabular-nums"
          >
            {clockTime(time.at, timeZone)}
          </time>
          free
        </p>
      )}
    </li>
  )
}
