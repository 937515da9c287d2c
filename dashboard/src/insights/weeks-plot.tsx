import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { colorOf } from '../kinds.ts'
import { Fold } from '../parts/fold.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { useNow } from '../parts/text/time.tsx'
import { shortDate, shortMonth } from '../time.ts'
import type { Insights } from './queries.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const HEIGHT = 120
const STEP = 24
const BAR = 16

type Published = Insights['published']

interface Week {
  /** The Monday, at midnight in UTC. */
  at: number
  total: number
  /** The numbers in the order of the kinds. */
  parts: Published
}

/** Every week from the beginning of the span until now, including weeks without entries. */
function weeksOf({ published, since }: Pick<Insights, 'published' | 'since'>, now: number): Week[] {
  const byWeek = Map.groupBy(published, ({ week }) => Date.parse(week))
  const last = Math.max(...byWeek.keys(), mondayOf(now))
  const weeks: Week[] = []
  for (let at = Math.min(...byWeek.keys(), mondayOf(since)); at <= last; at += WEEK_MS) {
    const parts = (byWeek.get(at) ?? []).toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
    weeks.push({ at, parts, total: parts.reduce((sum, { count }) => sum + count, 0) })
  }
  return weeks
}

/** The Monday before a time, at midnight in UTC. The first day of 1970 was a Thursday. */
const mondayOf = (at: number): number => at - ((at + 3 * DAY_MS) % WEEK_MS)

/** Published entries by week and kind, as bars with a table below. */
export function WeeksPlot({ data }: { data: Insights }) {
  const { published } = data
  const now = useNow()
  if (published.length === 0) return <p className="text-quiet">Nothing has been published yet.</p>
  const weeks = weeksOf(data, now)
  const most = Math.max(...weeks.map(({ total }) => total))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <p aria-hidden="true" className="text-s text-quiet">
          {most} {most === 1 ? 'entry' : 'entries'}
        </p>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT}`}
          className="w-full border-y border-y-line/60 border-b-edge"
        >
          {weeks.map((week, index) => (
            <Bar key={week.at} week={week} x={index * STEP + (STEP - BAR) / 2} unit={HEIGHT / most} />
          ))}
        </svg>
        <Months weeks={weeks} />
      </div>
      <Legend published={published} />
      <Fold title="As a table">
        <table className="w-full max-w-text text-left">
          <thead>
            <tr className="text-s text-quiet">
              <th className="py-1.5 font-normal">Week of</th>
              <th className="py-1.5 font-normal">Kinds</th>
              <th className="py-1.5 text-right font-normal">Published</th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(week => (
              <tr key={week.at} className="border-t border-line/60">
                <td className="py-1.5">{shortDate(week.at)}</td>
                <td className="py-1.5 text-s text-quiet">{wordsOf(week)}</td>
                <td className="py-1.5 text-right tabular-nums">{week.total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </div>
  )
}

function Bar({ week, x, unit }: { week: Week; x: number; unit: number }) {
  const heightUpTo = (index: number) =>
    week.parts.slice(0, index + 1).reduce((sum, { count }) => sum + count * unit, 0)
  return (
    <g>
      <title>{`Week of ${shortDate(week.at)}: ${wordsOf(week)}`}</title>
      {week.parts.map(({ kind, count }, index) => (
        <rect
          key={kind}
          x={x}
          y={HEIGHT - heightUpTo(index)}
          width={BAR}
          height={Math.max(count * unit - 1, 1)}
          className={colorOf(kind)}
          fill="currentColor"
        />
      ))}
    </g>
  )
}

/** The numbers of a week in words: "Feature 2, Fix 1". */
const wordsOf = ({ parts }: Week): string =>
  parts.map(({ kind, count }) => `${KIND_FACES[kind].word} ${count}`).join(', ')

/** The names of the months under the first week that begins in each. */
function Months({ weeks }: { weeks: readonly Week[] }) {
  const starts = weeks.flatMap(({ at }, index) => {
    const before = weeks[index - 1]
    return before && shortMonth(before.at) !== shortMonth(at) ? [{ at, index }] : []
  })
  return (
    <p aria-hidden="true" className="relative h-5 text-s text-quiet">
      {starts.map(({ at, index }) => (
        <span key={at} className="absolute" style={{ left: `${(100 * index) / weeks.length}%` }}>
          {shortMonth(at)}
        </span>
      ))}
    </p>
  )
}

/** The hue of each kind, with its number over all weeks. */
function Legend({ published }: { published: Published }) {
  const totals = Map.groupBy(published, ({ kind }) => kind)
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-s text-quiet">
      {KINDS.filter(kind => totals.has(kind)).map(kind => (
        <li key={kind} className="flex items-center gap-1.5">
          <span aria-hidden="true" className="contents">
            <KindGlyph kind={kind} />
          </span>
          {KIND_FACES[kind].word} {totals.get(kind)?.reduce((sum, { count }) => sum + count, 0)}
        </li>
      ))}
    </ul>
  )
}
