import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink, useAccount } from '../../frame/use-account.ts'
import { Empty } from '../../parts/empty.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Loaded, More } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { TimeOfDay } from '../../parts/text/time.tsx'
import { dayName } from '../../time.ts'
import { type ActivityItem, activityQuery } from '../queries.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { type ActivityLine, isOfSameMinute, linesByActor, sumOf } from './activity-lines.ts'
import { actorOf } from './activity-names.ts'
import { detailOf, type Sentence, sentenceOf } from './activity-sentence.ts'

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
      {linesByActor(those).map((group, at, groups) => (
        <Group key={group[0][0].id} group={group} before={groups[at - 1]?.at(-1)?.[0]} />
      ))}
    </section>
  ))
}

/** A line is high enough to be tapped. */
const lineClass = 'min-h-7 content-center py-0.5 pointer-coarse:min-h-9'
const timeClass = `text-s ${lineClass}`
const sentenceClass = `relative first-letter:uppercase ${lineClass}`

interface GroupProps {
  group: readonly [ActivityLine, ...ActivityLine[]]
  /** What is told above the group. */
  before: ActivityItem | undefined
}

/** What one person or program did in a row, below their name. The time is shown before the line where it changes. */
function Group({ group, before }: GroupProps) {
  const [[newest]] = group
  return (
    <div className="grid grid-cols-[60px_minmax(0,1fr)] items-baseline gap-x-3 wrap-anywhere">
      {!isOfSameMinute(newest, before) && <TimeOfDay at={newest.at} className={timeClass} />}
      <h3 className={`col-start-2 font-semibold ${lineClass}`}>{actorOf(newest)}</h3>
      <ul className="contents">
        {group.map((line, at) => (
          <li key={line[0].id} className="contents">
            {!isOfSameMinute(line[0], group[Math.max(0, at - 1)]?.[0]) && (
              <TimeOfDay at={line[0].at} className={timeClass} />
            )}
            <Told line={line} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The longest detail that stands beside its sentence. Longer ones are folded below it. */
const LONGEST_DETAIL = 40

/** What was done, in a sentence. Several items, and long details, are folded below it. */
function Told({ line }: { line: ActivityLine }) {
  const [item] = line
  const sum = line.length > 1 ? sumOf(item, line.length) : null
  const detail = detailOf(item)
  if (sum === null && (detail.length <= LONGEST_DETAIL || item.target?.type === 'entry'))
    return (
      <p className={`col-start-2 ${sentenceClass}`}>
        <Whole item={item} />
      </p>
    )
  return (
    <div className="col-start-2 [&_summary]:min-h-7! [&_summary]:flex-row-reverse [&_summary]:items-center! [&_summary]:py-0.5! pointer-coarse:[&_summary]:min-h-9! [&_svg]:mt-0!">
      <Fold
        title={
          <span className="block text-m text-ink first-letter:uppercase">
            <Words sentence={sum ?? sentenceOf(item)} />
          </span>
        }
      >
        {sum === null ? (
          <p className="pl-4 text-s text-quiet">
            <bdi>{detail}</bdi>
          </p>
        ) : (
          <ul className="pl-4">
            {line.map(one => (
              <li key={one.id} className={sentenceClass}>
                <Whole item={one} />
              </li>
            ))}
          </ul>
        )}
      </Fold>
    </div>
  )
}

const Words = ({ sentence: { verb, object }, entry }: { sentence: Sentence; entry?: string | undefined }) => (
  <>
    {verb}{' '}
    {entry !== undefined && object !== null ? (
      <PageLink
        to="/$account/entries/$entry"
        params={{ entry }}
        dir="auto"
        className="rounded-md underline decoration-rim underline-offset-2 after:absolute after:inset-0 hover:decoration-ink [&:dir(rtl)]:inline-block"
      >
        {object}
      </PageLink>
    ) : (
      <bdi>{object}</bdi>
    )}
  </>
)

/** The sentence about an item, with its detail. */
function Whole({ item }: { item: ActivityItem }) {
  const detail = detailOf(item)
  const sentence = sentenceOf(item)
  return (
    <>
      <Words sentence={sentence} entry={item.target?.type === 'entry' ? item.target.id : undefined} />
      {detail && <bdi className="text-s text-quiet"> · {detail}</bdi>}
    </>
  )
}
