import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../frame/use-account.ts'
import { Empty } from '../../parts/empty.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Loaded, More } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Rows } from '../../parts/row.tsx'
import { clockTime, dayName, fullTime } from '../../time.ts'
import { type ActivityItem, activityQuery } from '../queries.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { isOfSameMinute, runsOf, sumOf } from './activity-runs.ts'
import { actorOf, detailOf, sentenceOf } from './activity-sentence.ts'

const route = getRouteApi('/$account/settings/activity')

/** Who did what in the account, newest first. */
export function ActivityPage() {
  const { id: account } = useAccount()
  const search = route.useSearch()
  const query = useInfiniteQuery(activityQuery(account, search))
  const isFiltered = Object.keys(search).length > 0
  const [isFilterOpen] = useState(isFiltered)
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
          <Fold title="Filter" isOpen={isFilterOpen}>
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
          <Item key={run[0].id} run={run} continues={isOfSameMinute(run[0], runs[at - 1]?.[0])} />
        ))}
      </Rows>
    </section>
  ))
}

/** A row: who did what, and the time of the day. The name is hidden where the row `continues` the one above. Several items are folded below their sum. */
function Item({ run, continues }: { run: ReturnType<typeof runsOf>[number]; continues: boolean }) {
  const { timeZone } = useAccount()
  const [item] = run
  const actor = <strong className={continues ? 'sr-only' : 'font-semibold'}>{actorOf(item)} </strong>
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 wrap-anywhere [&_summary]:flex-row-reverse pointer-fine:[&_summary]:min-h-5 ${continues ? 'pb-2 [&_p]:first-letter:uppercase' : 'border-t border-line/60 py-2'}`}
    >
      {run.length === 1 ? (
        <p>
          {actor}
          <Sentence item={item} />
        </p>
      ) : (
        <Fold title={<p className="text-m text-ink">{[actor, sumOf(item, run.length)]}</p>}>
          <ul className="grid gap-1.5 pl-4">
            {run.map(one => (
              <li key={one.id} className="first-letter:uppercase">
                <Sentence item={one} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
      <time
        dateTime={new Date(item.at).toISOString()}
        title={fullTime(item.at, timeZone)}
        className="text-s text-quiet tabular-nums"
      >
        {clockTime(item.at, timeZone)}
      </time>
    </li>
  )
}

function Sentence({ item }: { item: ActivityItem }) {
  const { id: account } = useAccount()
  const detail = detailOf(item)
  const { verb, object } = sentenceOf(item)
  return (
    <>
      <span className={object === null ? '' : 'text-quiet'}>{verb} </span>
      {object !== null && item.target?.type === 'entry' ? (
        <Link
          to="/$account/entries/$entry"
          params={{ account, entry: item.target.id }}
          dir="auto"
          className="rounded-md hover:underline focus-visible:underline pointer-coarse:underline [&:dir(rtl)]:inline-block"
        >
          {object}
        </Link>
      ) : (
        <bdi>{object}</bdi>
      )}
      {detail && <bdi className="text-s text-quiet"> · {detail}</bdi>}
    </>
  )
}
