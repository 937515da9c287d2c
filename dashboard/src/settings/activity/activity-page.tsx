import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router'
import { useAccount } from '../../frame/use-account.ts'
import { Empty } from '../../parts/empty.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Loaded, More } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Rows } from '../../parts/row.tsx'
import { clockTime, dayName, fullTime } from '../../time.ts'
import { type ActivityItem, activityQuery } from '../queries.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { isContinuing, isOfSameMinute, runsOf, sumOf } from './activity-runs.ts'
import { actorOf, detailOf, type Sentence, sentenceOf } from './activity-sentence.ts'

const route = getRouteApi('/$account/settings/activity')

/** Who did what in the account, newest first. */
export function ActivityPage() {
  const { id: account } = useAccount()
  const search = route.useSearch()
  const query = useInfiniteQuery(activityQuery(account, search))
  const isFiltered = Object.keys(search).length > 0
  return (
    <Page
      title="Activity"
      parent={{ to: '/$account/settings/data', params: { account }, label: 'Data' }}
      lead={
        <>
          Who did what, and when. What can be undone is in the{' '}
          <Link
            to="/$account/review"
            params={{ account }}
            search={{ tab: 'history' }}
            className="text-accent underline"
          >
            history
          </Link>{' '}
          of Review.
        </>
      }
      actions={
        // The title of the fold is beside the title of the page, and its content below both.
        <div className="contents *:contents [&>:not([open])::details-content]:hidden [&>::details-content]:w-full">
          <Fold title="Filter" isOpen={isFiltered}>
            <ActivityFilters />
          </Fold>
        </div>
      }
    >
      <Loaded query={query} label="Loading activity">
        {({ pages }) => {
          const items = pages.flatMap(page => page.activity)
          return (
            <>
              {items.length === 0 && (
                <Empty title={isFiltered ? 'Nothing matches' : 'Nothing has happened yet'}>
                  {isFiltered ? 'Try fewer filters.' : 'What members decide and change appears here.'}
                </Empty>
              )}
              <Days items={items} />
              <More query={query} shown={items.length} total={pages[0]?.total ?? 0} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Days({ items }: { items: readonly ActivityItem[] }) {
  const { timeZone } = useAccount()
  const days = Map.groupBy(items, item => dayName(item.at, timeZone))
  return [...days].map(([day, those]) => (
    <section key={day} aria-label={day} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 className="text-l font-semibold">{day}</h2>
      <Rows>
        {runsOf(those).map((run, at, runs) => (
          <Item key={run[0].id} run={run} before={runs[at - 1]?.[0]} />
        ))}
      </Rows>
    </section>
  ))
}

interface ItemProps {
  run: ReturnType<typeof runsOf>[number]
  /** The item above it on the same day. */
  before: ActivityItem | undefined
}

/** A row: who did what, and the time of the day. Name and time are hidden where they are those of the row above. Several items are folded below their sum. */
function Item({ run, before }: ItemProps) {
  const { timeZone } = useAccount()
  const [item] = run
  const continues = isContinuing(item, before)
  const sum = run.length > 1 ? sumOf(item, run.length) : null
  const actor = <strong className={continues ? 'sr-only' : 'font-semibold'}>{actorOf(item)} </strong>
  return (
    <li
      className={`grid min-h-8 grid-cols-[minmax(0,1fr)_auto] content-center items-baseline gap-x-4 py-1.5 wrap-anywhere pointer-coarse:min-h-11 [&_summary]:min-h-5! [&_summary]:flex-row-reverse pointer-coarse:[&_summary]:-my-3 pointer-coarse:[&_summary]:py-3 ${continues ? '[&_p]:first-letter:uppercase' : 'border-t border-line/60'}`}
    >
      {sum === null ? (
        <p>
          {actor}
          <Told item={item} />
        </p>
      ) : (
        <Fold
          title={
            <p className="text-m text-ink">
              {actor}
              <Words sentence={sum} />
            </p>
          }
        >
          <ul className="grid gap-1.5 pl-4">
            {run.map(one => (
              <li key={one.id} className="first-letter:uppercase">
                <Told item={one} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
      <time
        dateTime={new Date(item.at).toISOString()}
        title={fullTime(item.at, timeZone)}
        className={isOfSameMinute(item, before) ? 'sr-only' : 'text-s text-quiet tabular-nums'}
      >
        {clockTime(item.at, timeZone)}
      </time>
    </li>
  )
}

/** The verb is quiet where an object follows it. */
const Words = ({ sentence: { verb, object }, link }: { sentence: Sentence; link?: LinkProps }) => (
  <>
    <span className={object === null ? '' : 'text-quiet'}>{verb} </span>
    {link ? (
      <Link
        {...link}
        dir="auto"
        className="rounded-md hover:underline focus-visible:underline pointer-coarse:underline [&:dir(rtl)]:inline-block"
      >
        {object}
      </Link>
    ) : (
      <bdi>{object}</bdi>
    )}
  </>
)

function Told({ item }: { item: ActivityItem }) {
  const { id: account } = useAccount()
  const detail = detailOf(item)
  const sentence = sentenceOf(item)
  return (
    <>
      {sentence.object !== null && item.target?.type === 'entry' ? (
        <Words
          sentence={sentence}
          link={{ to: '/$account/entries/$entry', params: { account, entry: item.target.id } }}
        />
      ) : (
        <Words sentence={sentence} />
      )}
      {detail && <bdi className="text-s text-quiet"> · {detail}</bdi>}
    </>
  )
}
