import { countsQuery } from '../api/entry-queries.ts'
import type { NavigationPage } from './pages.ts'
import { useAccountQuery } from './use-account.ts'

type CountName = NonNullable<NavigationPage['count']>

/** The number of what waits on a page, or a dot with its meaning for screen readers if something needs attention. */
export function PageCount({ of: name }: { of: CountName | undefined }) {
  const { data } = useAccountQuery(countsQuery)
  if (!data || !name) return null
  const counts: Record<CountName, number> = {
    inbox: Object.values(data.inbox).reduce((a, b) => a + b, 0),
    queue: data.queue,
    sources: data.sources.failing,
    social: data.social.reconnect + data.social.waiting,
  }
  const count = counts[name]
  if (count === 0) return null
  if (name === 'inbox' || name === 'queue')
    return <span className="text-s font-normal tabular-nums">{count}</span>
  return (
    <>
      <span aria-hidden="true" className="inline-block size-[7px] shrink-0 rounded-full bg-accent" />
      <span className="sr-only">
        {count} {count === 1 ? 'needs' : 'need'} attention
      </span>
    </>
  )
}
