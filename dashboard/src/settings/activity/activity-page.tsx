import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink, useAccount } from '../../frame/use-account.ts'
import { Empty } from '../../parts/empty.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Loaded, More } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { EntryLink } from '../../parts/text/entry-link.tsx'
import { TimeOfDay } from '../../parts/text/time.tsx'
import { dayName, MINUTE } from '../../time.ts'
import { type ActivityItem, activityQuery } from '../queries.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { actorOf } from './activity-names.ts'
import { detailOf, sentenceOf } from './activity-sentence.ts'

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
      parent={{ to: '/$account/settings/data', label: 'Data' }}
      lead={
        <>
          Who did what, and when. To undo something, open the{' '}
          <PageLink to="/$account/review" search={{ tab: 'history' }} className="underline hover:text-ink">
            history of Review
          </PageLink>
          .
        </>
      }
    >
      <div className="-my-4">
        <Fold title="Filter" isOpen={isFiltered}>
          <ActivityFilters />
        </Fold>
      </div>
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
    <section key={day} aria-label={day} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="-mb-3 text-l font-semibold">{day}</h2>
      {byActor(those).map((group, at, groups) => (
        <Group key={group[0].id} group={group} before={groups[at - 1]?.at(-1)} />
      ))}
    </section>
  ))
}

type Items = readonly [ActivityItem, ...ActivityItem[]]

/** What one person or program did in a row. */
function byActor(items: readonly ActivityItem[]): Items[] {
  const groups: [ActivityItem, ...ActivityItem[]][] = []
  for (const item of items) {
    const group = groups.at(-1)
    if (group?.[0].actor === item.actor) group.push(item)
    else groups.push([item])
  }
  return groups
}

/** A line is high enough to be tapped. */
const lineClass = 'min-h-7 content-center py-0.5 pointer-coarse:min-h-9'

/** What was done, below the name of who did it. The time is shown before the line where it changes. `before` is what is told above. */
function Group({ group, before }: { group: Items; before: ActivityItem | undefined }) {
  return (
    <div className="grid grid-cols-[60px_minmax(0,1fr)] items-baseline gap-x-3 wrap-anywhere">
      <TimeAfter item={group[0]} before={before} />
      <h3 className={`col-start-2 font-semibold ${lineClass}`}>{actorOf(group[0])}</h3>
      <ul className="contents">
        {group.map((item, at) => (
          <li key={item.id} className="contents">
            <TimeAfter item={item} before={group[Math.max(0, at - 1)]} />
            <p className={`relative col-start-2 first-letter:uppercase ${lineClass}`}>
              <Told item={item} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const minuteOf = ({ at }: ActivityItem): number => Math.floor(at / MINUTE)

/** The time of an item; nothing within the minute of the one before. */
const TimeAfter = ({ item, before }: { item: ActivityItem; before: ActivityItem | undefined }) =>
  before && minuteOf(before) === minuteOf(item) ? null : (
    <TimeOfDay at={item.at} className={`text-s ${lineClass}`} />
  )

/** What was done, in a sentence with its detail. */
function Told({ item }: { item: ActivityItem }) {
  const { verb, object } = sentenceOf(item)
  const detail = detailOf(item)
  return (
    <>
      {verb}{' '}
      {item.target?.type === 'entry' && object !== null ? (
        <EntryLink
          entry={item.target.id}
          className="underline decoration-rim underline-offset-2 after:absolute after:inset-0 hover:decoration-ink [&:dir(rtl)]:inline-block"
        >
          {object}
        </EntryLink>
      ) : (
        <bdi>{object}</bdi>
      )}
      {detail && <bdi className="text-s text-quiet"> · {detail}</bdi>}
    </>
  )
}
