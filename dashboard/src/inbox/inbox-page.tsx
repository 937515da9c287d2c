import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countsQuery, entryQuery } from '../api/entry-queries.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { useUndone } from '../decisions/undo-events.ts'
import { useGrouping } from '../decisions/use-grouping.ts'
import { useAccount } from '../frame/use-account.ts'
import { LoadError } from '../parts/page.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { AlsoWould } from './also-would.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { EmptyInbox } from './empty-inbox.tsx'
import { InboxDetail } from './inbox-detail.tsx'
import { InboxHeader } from './inbox-header.tsx'
import { InboxHistory } from './inbox-history.tsx'
import { InboxList, InboxListLoading } from './inbox-list.tsx'
import { Proposals } from './proposals.tsx'
import { type InboxRow, inboxQuery, rowId } from './queries.ts'
import type { InboxSearch, ItemTab } from './search.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

const route = getRouteApi('/$account/inbox')
/** How many entries after the selected one are loaded ahead. */
const AHEAD = 6
const NONE: readonly InboxRow[] = []

/** What waits for a person, and what was decided about it. */
export function InboxPage() {
  const { tab = 'review', ...search } = route.useSearch()
  const navigate = useNavigate({ from: '/$account/inbox' })
  const change = useCallback(
    (wanted: InboxSearch) =>
      void navigate({ search: before => ({ ...before, ...wanted }), replace: true, resetScroll: false }),
    [navigate],
  )
  if (tab !== 'history') return <Waiting tab={tab} search={search} onChange={change} />
  return (
    <div className="flex h-[calc(100dvh-56px)] flex-col md:h-dvh">
      <InboxHeader search={{ tab }} onChange={change} />
      <InboxHistory />
    </div>
  )
}

interface WaitingProps {
  tab: ItemTab
  search: Omit<InboxSearch, 'tab'>
  onChange: (search: InboxSearch) => void
}

/** A list of what waits, and beside it the selected item with everything to decide about it. */
function Waiting({ tab, search, onChange }: WaitingProps) {
  const { id: account, may } = useAccount()
  const { item, ...filter } = search
  const query = useInfiniteQuery(inboxQuery(account, { tab, ...filter }))
  const { decide, gone, hide, forgetGone } = useDecisions()
  const loaded = useMemo(() => query.data?.pages.flatMap(page => page.items) ?? NONE, [query.data])
  const rows = useMemo(() => loaded.filter(row => !gone.has(rowId(row))), [loaded, gone])
  const total = (query.data?.pages[0]?.total ?? 0) - (loaded.length - rows.length)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const index = Math.max(0, item === undefined ? 0 : rows.findIndex(row => rowId(row) === item))
  const row = rows[index]
  const targets = chosen.size > 0 ? rows.filter(one => chosen.has(rowId(one))) : row ? [row] : []

  const change = useCallback(
    (wanted: InboxSearch) => {
      if ('tab' in wanted) setChosen(new Set())
      onChange(wanted)
    },
    [onChange],
  )
  const open = useCallback((id: string | undefined) => change({ item: id }), [change])
  const choose = useCallback(
    (id: string) => setChosen(before => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    [],
  )
  const goPast = (those: readonly InboxRow[]) => {
    const ids = new Set(those.map(rowId))
    const next =
      rows.slice(index).find(one => !ids.has(rowId(one))) ?? rows.findLast(one => !ids.has(rowId(one)))
    setChosen(new Set())
    open(next && (item !== undefined || chosen.size === 0) ? rowId(next) : undefined)
  }
  const group = useGrouping(account, ids => {
    goPast(rows.filter(one => ids.includes(rowId(one))))
    hide(ids)
  })
  usePreloading(account, rows, index)
  const [corrected, setCorrected] = useState<string | null>(null)
  const detail = useScrolledUp(row && rowId(row))

  useUndone(items => {
    setCorrected(null)
    const back = items.find(({ entry }) => entry?.state === 'draft')
    if (back && isWide()) open(back.id)
  })

  const [edited, setEdited] = useState<string | null>(null)
  const isEditing = row !== undefined && rowId(row) === edited
  const stopEditing = useCallback(() => setEdited(null), [])
  const keys = useInboxKeys({
    ...{ account, rows, index, row, targets, chosen, choose, open, decide, group, goPast },
    // The fields take the focus before the next key is read.
    edit: id => flushSync(() => setEdited(id)),
    onCorrected: setCorrected,
    clear: () => (isEditing ? stopEditing() : chosen.size > 0 ? setChosen(new Set()) : open(undefined)),
  })
  /** An empty list and one that could not be loaded have the page for themselves. */
  const hasDetail = row !== undefined || query.isPending
  const showNew = async () => {
    forgetGone()
    await query.refetch()
    open(undefined)
  }
  return (
    <div className="grid h-[calc(100dvh-56px)] md:h-dvh md:grid-cols-[minmax(300px,380px)_minmax(0,1fr)]">
      <section
        aria-label="Inbox"
        className={`min-h-0 flex-col border-line md:flex ${item === undefined ? 'flex' : 'hidden'} ${hasDetail ? 'md:border-r' : 'md:col-span-2'}`}
      >
        <InboxHeader search={{ tab, ...search }} onChange={change} />
        {query.data && (
          <NewRows
            account={account}
            tab={tab}
            total={total}
            isFiltered={Object.keys(filter).length > 0}
            onShow={() => void showNew()}
          />
        )}
        {tab === 'review' && <Proposals onGroup={group} />}
        {query.isPending && <InboxListLoading />}
        {query.error && !query.data && (
          <div className="p-4">
            <LoadError error={query.error} onRetry={query.refetch} />
          </div>
        )}
        {query.data && rows.length === 0 && !query.hasNextPage && (
          <EmptyInbox tab={tab} isFiltered={Object.keys(filter).length > 0} onChange={change} />
        )}
        {rows.length > 0 && (
          <InboxList
            rows={rows}
            total={total}
            current={row && (item !== undefined || isWide()) ? rowId(row) : null}
            chosen={chosen}
            canChoose={may('writer')}
            hrefOf={id => `?${new URLSearchParams({ tab, ...(search as Record<string, string>), item: id })}`}
            onOpen={open}
            onChoose={choose}
            onNearEnd={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
          />
        )}
        {corrected !== null && chosen.size === 0 && (
          <AlsoWould key={corrected} pullId={corrected} onApply={decide} onClose={() => setCorrected(null)} />
        )}
        {chosen.size > 0 && (
          <BulkBar count={targets.length} actions={keys} onClear={() => setChosen(new Set())} />
        )}
      </section>
      <section
        ref={detail}
        aria-label="Selected item"
        className={`min-h-0 overflow-y-auto ${hasDetail ? 'md:block' : 'md:hidden'} ${item === undefined ? 'hidden' : ''}`}
      >
        {query.isPending && (
          <div className="px-5 py-16 md:px-8 xl:px-12">
            <CopyLoading title={null} />
          </div>
        )}
        {row && (
          <InboxDetail
            row={row}
            actions={keys}
            isEditing={isEditing}
            onLeave={stopEditing}
            onBack={() => open(undefined)}
          />
        )}
      </section>
    </div>
  )
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter(one => one !== id))

/** From 800 px the first row is shown beside the list, without being chosen. */
const isWide = (): boolean => matchMedia('(min-width: 800px)').matches

/** Shows each item from its beginning. */
function useScrolledUp(id: string | undefined) {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (id !== undefined) element.current?.scrollTo(0, 0)
  }, [id])
  return element
}

/** Loads the selected entry's neighbours, so that the next one is there when its key is pressed. */
function usePreloading(account: string, rows: readonly InboxRow[], index: number) {
  const queries = useQueryClient()
  useEffect(() => {
    for (const row of rows.slice(index, index + AHEAD + 1))
      if (row.id !== null) void queries.prefetchQuery(entryQuery(account, row.id))
  }, [account, rows, index, queries])
}

interface NewRowsProps {
  account: string
  tab: ItemTab
  /** The rows that the list has. */
  total: number
  isFiltered: boolean
  onShow: () => void
}

/** After so long a decision is in the counts. */
const SETTLED_MS = 500

/** Announces rows that came since the list was loaded. They are inserted when the reader asks for them. */
function NewRows({ account, tab, total, isFiltered, onShow }: NewRowsProps) {
  const { data, dataUpdatedAt } = useQuery(countsQuery(account))
  const [seen, setSeen] = useState({ at: 0, total })
  useEffect(() => {
    if (seen.total === total) return
    const timer = setTimeout(() => setSeen({ at: Date.now(), total }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [seen, total])
  // Counts from before the last decision still include its rows.
  const isCurrent = seen.total === total && dataUpdatedAt > seen.at
  const fresh = data && isCurrent && !isFiltered ? data.inbox[tab] - total : 0
  return (
    <div role="status">
      {fresh > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="w-full border-b border-line bg-raised py-2 text-s font-semibold text-accent hover:underline"
        >
          {fresh} new
        </button>
      )}
    </div>
  )
}
