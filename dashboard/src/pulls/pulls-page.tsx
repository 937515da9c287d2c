import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useKeys } from '../frame/keys.ts'
import { useAccount } from '../frame/use-account.ts'
import { ledgerQuery } from '../inbox/queries.ts'
import { Chips } from '../parts/chips.tsx'
import { LoadError } from '../parts/page.tsx'
import { focusSearch, SearchField } from '../parts/search-field.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Title } from '../parts/title.tsx'
import { PullDetail } from './pull-detail.tsx'
import { PullList } from './pull-list.tsx'
import { PLACES, type PullsSearch } from './search.ts'

const CHIPS = [
  { value: 'all' as const, label: 'All' },
  ...PLACES.map(({ place, label }) => ({ value: place, label })),
]

const route = getRouteApi('/$account/pulls')

/** The whole ledger: every merged pull request, where it is, and why. */
export function PullsPage() {
  const { id: account } = useAccount()
  const { q, place, pull } = route.useSearch()
  const navigate = useNavigate({ from: '/$account/pulls' })
  const query = useInfiniteQuery(ledgerQuery(account, { ...(place && { place }), ...(q && { words: q }) }))
  const lines = query.data?.pages.flatMap(page => page.pulls) ?? []
  const change = (search: PullsSearch) =>
    void navigate({ search: before => ({ ...before, ...search }), replace: true, resetScroll: false })
  const open = (id: string | undefined) => change({ pull: id })
  const index = lines.findIndex(({ id }) => id === pull)
  const move = (step: number) => {
    const next = lines[index + step]
    if (next) open(next.id)
  }
  useKeys({ '/': focusSearch, j: () => move(1), k: () => move(-1), Escape: () => open(undefined) })
  return (
    <div
      className={`grid h-[calc(100dvh-56px)] md:h-dvh ${pull ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]' : ''}`}
    >
      <section
        aria-label="Ledger"
        className={`min-h-0 flex-col border-r border-line md:flex ${pull ? 'hidden' : 'flex'}`}
      >
        <div className="grid gap-3 border-b border-line px-5 pt-4 pb-3">
          <div className="flex flex-wrap items-center gap-3">
            <Title className="text-xl! leading-8!">Pull requests</Title>
            <SearchField
              label="Search pull requests"
              value={q ?? ''}
              onSearch={text => change({ q: text || undefined, pull: undefined })}
            />
          </div>
          <Chips
            label="Place in the ledger"
            value={place ?? 'all'}
            options={CHIPS}
            hrefOf={value => (value === 'all' ? '?' : `?place=${value}`)}
            onPick={value => change({ place: value === 'all' ? undefined : value, pull: undefined })}
          />
        </div>
        {query.isPending && (
          <div className="px-5">
            <RowsLoading label="Loading pull requests" />
          </div>
        )}
        {query.error && !query.data && (
          <div className="p-5">
            <LoadError error={query.error} onRetry={query.refetch} />
          </div>
        )}
        {query.data && lines.length === 0 && (
          <p className="p-8 text-center text-quiet">
            {q || place ? 'Nothing matches.' : 'No merge is recorded yet. Connect a source to begin.'}
          </p>
        )}
        {lines.length > 0 && (
          <PullList
            lines={lines}
            current={pull ?? null}
            onOpen={open}
            onNearEnd={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
          />
        )}
      </section>
      {pull && (
        <section aria-label="Selected pull request" className="min-h-0 overflow-y-auto">
          <PullDetail key={pull} pull={pull} onBack={() => open(undefined)} />
        </section>
      )}
    </div>
  )
}
