import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAccount } from '../../frame/use-account.ts'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, More } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { clockTime, dayName, fullTime } from '../../time.ts'
import { type ActivityItem, activityQuery } from '../queries.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { groupedActivity, runSentence } from './activity-runs.ts'
import { actorOf, detailOf, sentenceOf } from './activity-sentence.ts'

const route = getRouteApi('/$account/settings/activity')

/** Who did what in the account, newest first. */
export function ActivityPage() {
  const { id: account } = useAccount()
  const search = route.useSearch()
  const query = useInfiniteQuery(activityQuery(account, search))
  const isFiltered = Object.keys(search).length > 0
  const [isFilterOpen, setFilterOpen] = useState(isFiltered)
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
        <Opener isOpen={isFilterOpen} onToggle={setFilterOpen}>
          Filter
        </Opener>
      }
    >
      {isFilterOpen && <ActivityFilters />}
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
              <Days items={items} isCut={query.hasNextPage} />
              <More query={query} shown={items.length} total={pages[0]?.total ?? 0} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface DaysProps {
  items: readonly ActivityItem[]
  /** Whether there are older items. */
  isCut: boolean
}

function Days({ items, isCut }: DaysProps) {
  const { timeZone } = useAccount()
  const days = Map.groupBy(items, item => dayName(item.at, timeZone))
  return [...days].map(([day, those]) => (
    <section
      key={day}
      aria-label={day}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 [&_li]:min-h-10 [&_li_button]:-my-2.5"
    >
      <h2 className="text-l font-semibold">{day}</h2>
      <Rows>
        {groupedActivity(those).map(run => {
          const [first] = run
          if (!first) return null
          return run.length === 1 ? (
            <Item key={first.id} item={first} />
          ) : (
            <Run key={first.id} run={run} first={first} isCut={isCut && run.at(-1) === items.at(-1)} />
          )
        })}
      </Rows>
    </section>
  ))
}

interface RunProps {
  run: readonly ActivityItem[]
  first: ActivityItem
  isCut: boolean
}

/** Several items that say the same, in one row that opens the rows of all. */
function Run({ run, first, isCut }: RunProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Line
      item={first}
      below={
        isOpen && (
          <Rows>
            {run.map(item => (
              <Item key={item.id} item={item} />
            ))}
          </Rows>
        )
      }
    >
      <Opener isOpen={isOpen} onToggle={setOpen}>
        {runSentence(first, run.length, isCut)}
      </Opener>
    </Line>
  )
}

function Item({ item }: { item: ActivityItem }) {
  const detail = detailOf(item)
  const { verb, object } = sentenceOf(item)
  return (
    <Line item={item}>
      {verb}
      {object !== null && <Subject target={item.target} name={object} />}
      {detail && <bdi className="text-s text-quiet"> · {detail}</bdi>}
    </Line>
  )
}

/** The row of an item: who did what, and the time of the day. */
function Line({ item, below, children }: { item: ActivityItem; below?: ReactNode; children: ReactNode }) {
  const { timeZone } = useAccount()
  return (
    <Row
      title={
        <span className="font-normal">
          <strong className="font-semibold">{actorOf(item)}</strong> {children}
        </span>
      }
      action={
        <time
          dateTime={new Date(item.at).toISOString()}
          title={fullTime(item.at, timeZone)}
          className="text-s text-quiet tabular-nums"
        >
          {clockTime(item.at, timeZone)}
        </time>
      }
    >
      {below}
    </Row>
  )
}

interface OpenerProps {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** A button that opens what is below it. */
const Opener = ({ isOpen, onToggle, children }: OpenerProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    onClick={() => onToggle(!isOpen)}
    className="min-h-8 rounded-md hover:underline pointer-coarse:min-h-10"
  >
    {children}
    <Icon name="down" className={`ml-2 inline size-3 text-quiet ${isOpen ? '' : '-rotate-90'}`} />
  </button>
)

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
