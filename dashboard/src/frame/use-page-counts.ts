import { useQuery } from '@tanstack/react-query'
import { countsQuery } from '../api/entry-queries.ts'
import type { NavigationPage } from './pages.ts'
import { useAccount } from './use-account.ts'

type CountName = NonNullable<NavigationPage['count']>

interface PageCount {
  count: number
  /** Like "2 need attention"; null where they wait for their turn. */
  alarm: string | null
}

const alarm = (count: number): PageCount => ({
  count,
  alarm: `${count} ${count === 1 ? 'needs' : 'need'} attention`,
})

/** Says how much waits on a page; null where nothing does, and while the counts are not known. */
export function usePageCounts(): (name: CountName | undefined) => PageCount | null {
  const { id } = useAccount()
  const { data } = useQuery(countsQuery(id))
  if (!data) return () => null
  const counts: Record<CountName, PageCount> = {
    edition: { count: data.edition ?? 0, alarm: null },
    inbox: { count: Object.values(data.inbox).reduce((a, b) => a + b, 0), alarm: null },
    queue: { count: data.queue, alarm: null },
    sources: alarm(data.sources.failing),
    social: alarm(data.social.reconnect + data.social.waiting),
  }
  return name => (name && counts[name].count > 0 ? counts[name] : null)
}
