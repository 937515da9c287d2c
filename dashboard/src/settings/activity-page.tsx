import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { dayName } from '../time.ts'
import { actorOf, verbOf } from './activity-sentence.ts'
import { type ActivityItem, activityQuery } from './queries.ts'

/** Who did what in the account, newest first. */
export function ActivityPage() {
  const { id: account, timeZone } = useAccount()
  const query = useInfiniteQuery(activityQuery(account))
  const items = query.data?.pages.flatMap(page => page.activity) ?? []
  const days = Map.groupBy(items, item => dayName(item.at, timeZone))
  return (
    <Page title="Activity" lead="Every decision in this account: who, what and when.">
      {query.isPending && <RowsLoading label="Loading activity" />}
      {query.error && !query.data && <LoadError error={query.error} onRetry={query.refetch} />}
      {query.data && items.length === 0 && <p className="text-quiet">Nothing has happened yet.</p>}
      {[...days].map(([day, those]) => (
        <section key={day} aria-label={day} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h2 className="text-l font-semibold">{day}</h2>
          <ul>
            {those.map(item => (
              <li
                key={item.id}
                className="flex min-h-10 items-center justify-between gap-4 border-t border-line/60 py-1.5"
              >
                <span className="min-w-0 wrap-anywhere">
                  <strong className="font-semibold">{actorOf(item)}</strong>
                  {verbOf(item.action)}
                  <Subject item={item} />
                </span>
                <span className="shrink-0 text-s text-quiet">
                  <Time at={item.at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Page>
  )
}

/** What it was done to, by the name that the log has. What has a title is an entry, and is linked. */
function Subject({ item }: { item: ActivityItem }) {
  const { id: account } = useAccount()
  const name = nameIn(item.after) ?? nameIn(item.before)
  if (name === null) return null
  if (!hasTitle(item.after) && !hasTitle(item.before)) return <span dir="auto"> {name}</span>
  return (
    <>
      {' '}
      <Link
        to="/$account/entries/$entry"
        params={{ account, entry: item.subject }}
        dir="auto"
        className="rounded-md underline"
      >
        {name}
      </Link>
    </>
  )
}

const hasTitle = (state: unknown): boolean => typeof state === 'object' && state !== null && 'title' in state

function nameIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null) return null
  const found = ['title', 'name', 'email', 'role'].map(key => (state as Record<string, unknown>)[key])
  const name = found.find(value => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : null
}
