import type { Queue } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { dayHeading, dayName } from '../time.ts'
import { DayLane } from './day-lane.tsx'
import { contentOf, lanesOf } from './lanes.ts'
import type { Week } from './queries.ts'
import type { QueueActions } from './use-queue-actions.ts'

interface Props {
  queue: Queue
  week: Week
  actions: QueueActions
}

/** The row of a lane's entries on a large screen: below the row of the days, and below the row of its name where lanes have names. */
const rowOf = (index: number, isNamed: boolean): number => (isNamed ? 2 * index + 3 : 2)

/**
 * The days of a week as columns, each with one heading over all lanes; a lane for each set if there are several. On a smaller screen
 * the days stand below each other, and those without anything are left out.
 */
export function WeekGrid({ queue, week, actions }: Props) {
  const { timeZone } = useAccount()
  const { days, until } = week
  const lanes = lanesOf(queue, week)
  const isNamed = lanes.length > 1
  const spans = days.map((day, index) => ({ ...day, end: days[index + 1]?.at ?? until }))
  const hasContent = ({ at, end }: (typeof spans)[number]) =>
    lanes.some(lane => contentOf(lane, at, end).count > 0)
  const columns = spans.map(span => `minmax(0, ${hasContent(span) ? 1 : 0.6}fr)`).join(' ')
  return (
    <>
      <div
        className="grid gap-x-2 gap-y-6 lg:grid-cols-(--columns) lg:grid-rows-(--lanes) lg:gap-y-0 xl:grid-cols-7"
        style={{
          ['--columns' as string]: columns,
          ['--lanes' as string]: `auto repeat(${lanes.length}, ${isNamed ? 'auto ' : ''}minmax(88px, auto))`,
        }}
      >
        {isNamed &&
          lanes.map((lane, index) => (
            <p
              key={lane.setId}
              aria-hidden="true"
              style={{ gridRow: rowOf(index, true) - 1 }}
              className="hidden pt-4 pb-2 text-s font-semibold text-quiet lg:col-span-full lg:block"
            >
              {lane.name}
            </p>
          ))}
        {spans.map((span, index) => {
          const isToday = queue.now >= span.at && queue.now < span.end
          return (
            <section
              key={span.date}
              aria-label={dayName(span.at, timeZone)}
              style={{ gridColumn: index + 1 }}
              className={`grid-cols-[minmax(0,1fr)] content-start gap-2 max-lg:col-auto! lg:row-span-full lg:row-start-1 lg:grid lg:grid-rows-subgrid lg:gap-0 ${hasContent(span) ? 'grid' : 'hidden'}`}
            >
              <h3
                title={dayName(span.at, timeZone)}
                className={`border-t-2 pt-1.5 text-s lg:pb-2 ${isToday ? 'border-accent font-semibold text-accent' : 'border-line text-quiet'}`}
              >
                {dayHeading(span.at, timeZone)}
                {isToday && ' · Today'}
              </h3>
              {lanes.map((lane, at) => (
                <DayLane
                  key={lane.setId}
                  lane={lane}
                  isNamed={isNamed}
                  row={rowOf(at, isNamed)}
                  span={span}
                  editionSize={queue.editionSize}
                  actions={actions}
                />
              ))}
            </section>
          )
        })}
      </div>
      {!spans.some(hasContent) && <p className="text-quiet lg:hidden">Nothing this week.</p>}
    </>
  )
}
