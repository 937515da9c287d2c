import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { askToUndo } from '../../decisions/undo-events.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Loaded, More } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Time } from '../../parts/text/time.tsx'
import { dayName } from '../../time.ts'
import { type ActivityItem, activityQuery } from '../queries.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { groupedActivity, runSentence, undoOfRun } from './activity-runs.ts'
import { actorOf, detailOf, sentenceOf, subjectOf } from './activity-sentence.ts'

const route = getRouteApi('/$account/settings/activity')

/** Who did what in the account, newest first. */
export function ActivityPage() {
  const { id: account } = useAccount()
  const search = route.useSearch()
  const query = useInfiniteQuery(activityQuery(account, search))
  const isFiltered = Object.keys(search).length > 0
  return (
    <Page title="Activity" lead="Every decision in this account: who, what and when.">
      <ActivityFilters />
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
        {groupedActivity(those).map(run => {
          const [first] = run
          if (!first) return null
          return run.length === 1 ? (
            <Item key={first.id} item={first} />
          ) : (
            <Run key={first.id} run={run} first={first} />
          )
        })}
      </Rows>
    </section>
  ))
}

/** Several that say the same, folded into one row. */
function Run({ run, first }: { run: readonly ActivityItem[]; first: ActivityItem }) {
  const { may } = useAccount()
  const sentence = runSentence(first, run.length)
  const undo = undoOfRun(run)
  return (
    <Row
      title={<Sentence item={first}>{sentence}</Sentence>}
      meta={<Time at={first.at} />}
      action={undo !== null && may('writer') && <Undo change={undo} name={sentence} />}
    >
      <Fold title={`All ${run.length}`}>
        <Rows>
          {run.map(item => (
            <Item key={item.id} item={undo === null ? item : { ...item, undo: null }} />
          ))}
        </Rows>
      </Fold>
    </Row>
  )
}

function Item({ item }: { item: ActivityItem }) {
  const { may } = useAccount()
  const detail = detailOf(item)
  const { verb, object } = sentenceOf(item)
  return (
    <Row
      title={
        <Sentence item={item}>
          {verb}
          {object !== null && <Subject target={item.target} name={object} />}
        </Sentence>
      }
      meta={
        <>
          <Time at={item.at} />
          {detail && <bdi> · {detail}</bdi>}
        </>
      }
      action={item.undo !== null && may('writer') && <Undo change={item.undo} name={subjectOf(item)} />}
    />
  )
}

/** Who did what. */
const Sentence = ({ item, children }: { item: ActivityItem; children: ReactNode }) => (
  <span className="font-normal">
    <strong className="font-semibold">{actorOf(item)}</strong> {children}
  </span>
)

/** What it was done to. */
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

/** Undoes the whole change that an item belongs to. */
const Undo = ({ change, name }: { change: string; name: string | null }) => (
  <Button
    variant="tertiary"
    aria-label={name === null ? 'Undo' : `Undo: ${name}`}
    onClick={() => askToUndo(change)}
  >
    Undo
  </Button>
)
