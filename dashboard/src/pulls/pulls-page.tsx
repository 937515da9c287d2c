import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { type LedgerLine, ledgerQuery } from '../api/entry-queries.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { knowsPlaces } from '../frame/known-places.ts'
import { PageLink, useAccount } from '../frame/use-account.ts'
import { isWide } from '../inbox/use-shown-item.ts'
import { buttonClass } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { LoadError, RowsLoading } from '../parts/loaded.tsx'
import { loadedUntil, useChosen } from '../parts/use-chosen.ts'
import { StartReminder } from '../start/start-hint.tsx'
import { PullDetail } from './pull-detail.tsx'
import { PullList } from './pull-list.tsx'
import { PullSelection } from './pull-selection.tsx'
import { PullsHeader } from './pulls-header.tsx'
import type { PullsSearch } from './search.ts'
import { usePullKeys } from './use-pull-keys.ts'

const route = getRouteApi('/$account/merges')
const NONE: readonly LedgerLine[] = []

/** The whole ledger: every merged pull request, its place, and the reason. */
export function PullsPage() {
  const { id: account, may } = useAccount()
  const search = route.useSearch()
  const { q, place, pull } = search
  const navigate = useNavigate({ from: '/$account/merges' })
  const query = useInfiniteQuery(ledgerQuery(account, { ...(place && { place }), ...(q && { words: q }) }))
  const lines = useMemo(() => query.data?.pages.flatMap(page => page.pulls) ?? NONE, [query.data])
  const choosing = useChosen(lines.map(({ id }) => id))
  const { chosen, clear } = choosing
  const { decide } = useDecisions()
  const change = useCallback(
    (wanted: PullsSearch) => {
      if ('q' in wanted || 'place' in wanted) clear()
      void navigate({ search: before => ({ ...before, ...wanted }), replace: true, resetScroll: false })
    },
    [navigate, clear],
  )
  const open = useCallback((id: string | undefined) => change({ pull: id }), [change])
  const index = Math.max(
    0,
    lines.findIndex(({ id }) => id === pull),
  )
  // A link may refer to a pull request that is further down, or filtered out.
  const current = pull ?? (isWide() ? lines[0]?.id : undefined)
  const targets = chosen.size > 0 ? [...chosen] : current === undefined ? [] : [current]
  const actions = usePullKeys({
    ...{ lines, index, current, targets, choosing, open },
    chooseListed: async () => {
      const listed = await loadedUntil(
        query,
        page => page.pulls,
        rows => rows.length >= MAX_ITEMS_PER_REQUEST,
      )
      choosing.chooseAll(listed.map(({ id }) => id))
    },
    decide: decision =>
      void decide(
        targets.map(id => ({ id, version: null })),
        decision,
      ),
  })
  const isSelecting = chosen.size > 0
  const isOpen = pull !== undefined && !isSelecting
  return (
    <div className="grid h-[calc(100dvh-var(--bar)-var(--foot))] max-md:grid-rows-[minmax(0,1fr)] md:grid-cols-[clamp(300px,34%,380px)_minmax(0,1fr)]">
      <section
        aria-label="Ledger"
        className={`min-h-0 flex-col border-line md:flex md:bg-raised/50 md:forced-colors:border-r ${isOpen ? 'hidden' : 'flex'} ${isSelecting ? 'max-md:pb-12' : ''}`}
      >
        <PullsHeader search={search} total={query.data?.pages[0]?.total} onChange={change} />
        {!knowsPlaces && lines.length > 0 && <StartReminder />}
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
          <div className="px-5">
            {q || place ? (
              <Empty title="Nothing matches">Try other words, or look at all pull requests.</Empty>
            ) : (
              <Empty
                title="No pull requests yet"
                action={
                  <PageLink to="/$account/settings/repositories" className={buttonClass('primary')}>
                    Connect a repository
                  </PageLink>
                }
              >
                Merged pull requests appear here.
              </Empty>
            )}
          </div>
        )}
        {lines.length > 0 && (
          <PullList
            rows={lines}
            total={query.data?.pages[0]?.total ?? lines.length}
            current={current ?? null}
            chosen={chosen}
            canChoose={may('writer')}
            onOpen={open}
            onChoose={actions.choose}
            onNearEnd={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
          />
        )}
      </section>
      <section
        aria-label="Selected pull request"
        data-takes-bottom={isOpen || isSelecting || undefined}
        className={`min-h-0 overflow-y-auto md:block ${isOpen || isSelecting ? '' : 'hidden'}`}
      >
        {isSelecting && (
          <PullSelection lines={lines.filter(({ id }) => chosen.has(id))} actions={actions} onClear={clear} />
        )}
        {current && !isSelecting && (
          <PullDetail
            key={current}
            pull={current}
            moves={actions}
            onBack={() => open(undefined)}
            onDecide={decision => void decide([{ id: current, version: null }], decision)}
          />
        )}
      </section>
    </div>
  )
}
