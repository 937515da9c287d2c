import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { colorOf } from '../kinds.ts'
import { Fold } from '../parts/fold.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { useNow } from '../parts/text/time.tsx'
import { DAY, shortDate, shortMonth, WEEK } from '../time.ts'
import type { Insights } from './queries.ts'

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
  for (let at = Math.min(...byWeek.keys(), mondayOf(since)); at <= last; at += WEEK) {
    const parts = (byWeek.get(at) ?? []).toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
    weeks.push({ at, parts, total: parts.reduce((sum, { count }) => sum + count, 0) })
  }
  return weeks
}

/** The Monday before a time, at midnight in UTC. The first day of 1970 was a Thursday. */
const mondayOf = (at: number): number => at - ((at + 3 * DAY) % WEEK)

/** Published entries by week and kind, as bars with a table below. */
export function WeeksPlot({ data }: { data: Insights }) {
  const { published } = data
  const now = useNow()
  if (published.length === 0) return <p className="text-quiet">Nothing has been published yet.</p>
  const weeks = weeksOf(data, now)
  const most = Math.max(...weeks.map(({ total }) => total))
  const step = Math.ceil(most / 4)
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
  const percent = (count: number) => `${(100 * count) / (ticks.at(-1) ?? 1)}%`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1 pl-6">
        <div aria-hidden="true" className="relative mt-2 flex h-30 items-end">
          {ticks.map(tick => (
            <p
              key={tick}
              className="absolute right-0 -left-6 flex h-0 items-center text-s text-quiet after:ml-auto after:w-[calc(100%-24px)] after:border-t after:border-line/50 first:after:border-edge"
              style={{ bottom: percent(tick) }}
            >
              {tick}
            </p>
          ))}
          {weeks.map(week => (
            <Bar key={week.at} week={week} height={percent(week.total)} />
          ))}
        </div>
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

/** The entries of a week by kind, pale below an edge in the hue, under which is the sign, as colours alone do not tell kinds apart. */
const Bar = ({ week, height }: { week: Week; height: string }) => (
  <div
    title={`Week of ${shortDate(week.at)}: ${wordsOf(week)}`}
    className="relative mx-px flex flex-1 flex-col-reverse gap-px bg-ground sm:mx-0.5"
    style={{ height }}
  >
    {week.parts.map(({ kind, count }) => (
      <div
        key={kind}
        className={`grid items-start justify-items-center overflow-hidden border-t-2 bg-current/20 forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] ${colorOf(kind)}`}
        style={{ flex: count }}
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="size-full max-h-4 fill-none stroke-current stroke-2 forced-colors:stroke-[CanvasText]"
        >
          <path d={KIND_FACES[kind].path} />
        </svg>
      </div>
    ))}
  </div>
)

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

/** The sign and hue of each kind, with its number over all weeks. */
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
