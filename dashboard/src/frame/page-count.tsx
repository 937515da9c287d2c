import { countsQuery } from '../api/entry-queries.ts'
import type { NavigationPage } from './pages.ts'
import { useAccountQuery } from './use-account.ts'

type CountName = NonNullable<NavigationPage['count']>

interface Waiting {
  count: number
  /** A text like "2 need attention"; null if nothing is urgent. */
  alarm: string | null
}

const alarm = (count: number): Waiting => ({
  count,
  alarm: `${count} ${count === 1 ? 'needs' : 'need'} attention`,
})

/** Returns how much waits on a page; null if nothing does, and while the counts are unknown. */
export function usePageCounts(): (name: CountName | undefined) => Waiting | null {
  const { data } = useAccountQuery(countsQuery)
  if (!data) return () => null
  const counts: Record<CountName, Waiting> = {
    inbox: { count: Object.values(data.inbox).reduce((a, b) => a + b, 0), alarm: null },
    queue: { count: data.queue, alarm: null },
    sources: alarm(data.sources.failing),
    social: alarm(data.social.reconnect + data.social.waiting),
  }
  return name => (name && counts[name].count > 0 ? counts[name] : null)
}

/** The number of what waits on a page, or a dot if something needs attention. */
export function PageCount({ of: name }: { of: CountName | undefined }) {
  const waiting = usePageCounts()(name)
  if (waiting === null) return null
  if (waiting.alarm) return <Attention of={waiting.alarm} />
  return <span className="text-s font-normal tabular-nums">{waiting.count}</span>
}

/** A dot, with its meaning for screen readers. */
const Attention = ({ of: alarm }: { of: string }) => (
  <>
    <span aria-hidden="true" className="inline-block size-[7px] shrink-0 rounded-full bg-accent" />
    <span className="sr-only">{alarm}</span>
  </>
)
