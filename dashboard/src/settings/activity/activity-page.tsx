import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../frame/use-account.ts'
import { Empty } from '../../parts/empty.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Loaded, More } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { clockTime, dayName, fullTime, MINUTE } from '../../time.ts'
import { type ActivityItem, activityQuery } from '../queries.ts'
import { ActivityFilters } from './activity-filters.tsx'
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
    >
      <Fold title="Filter" isOpen={isFilterOpen}>
        <ActivityFilters />
      </Fold>
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
    <section
      key={day}
      aria-label={day}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 [&_li]:min-h-10 [&_li:has([data-continues])]:min-h-0 [&_li:has([data-continues])]:border-0 [&_li:has([data-continues])]:pt-0"
    >
      <h2 className="text-l font-semibold">{day}</h2>
      <Rows>
        {those.map((item, at) => (
          <Item key={item.id} item={item} continues={isOfSameMinute(item, those[at - 1])} />
        ))}
      </Rows>
    </section>
  ))
}

/** Whether both were done by the same person or program within a minute. */
const isOfSameMinute = (item: ActivityItem, before: ActivityItem | undefined): boolean =>
  before?.actor === item.actor && Math.floor(before.at / MINUTE) === Math.floor(item.at / MINUTE)

interface ItemProps {
  item: ActivityItem
  /** Whether a row above shows the name and the time. */
  continues: boolean
}

/** The row of an item: who did what, and the time of the day. */
function Item({ item, continues }: ItemProps) {
  const { timeZone } = useAccount()
  const detail = detailOf(item)
  const { verb, object } = sentenceOf(item)
  return (
    <Row
      title={
        <span className="font-normal" data-continues={continues || undefined}>
          <strong className={continues ? 'sr-only' : 'font-semibold'}>{actorOf(item)}</strong> {verb}
          {object !== null && <Subject target={item.target} name={object} />}
          {detail && <bdi className="text-s text-quiet"> · {detail}</bdi>}
        </span>
      }
      action={
        <time
          dateTime={new Date(item.at).toISOString()}
          title={fullTime(item.at, timeZone)}
          className={continues ? 'sr-only' : 'text-s text-quiet tabular-nums'}
        >
          {clockTime(item.at, timeZone)}
        </time>
      }
    />
  )
}

/** The object of an item. */
function Subject({ target, name }: { target: ActivityItem['target']; name: string }) {
  const { id: account } = useAccount()
  if (target?.type !== 'entry') return <bdi> {name}</bdi>
  return (
    <>
      {' '}
      <Link
        to="/$account/entries/$entry"
        params={{ account, entry: target.id }}
        dir="auto"
        className="rounded-md underline"
      >
        {name}
      </Link>
    </>
  )
}
