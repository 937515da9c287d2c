import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { entryQuery } from '../api/entry-queries.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { useGrouping } from '../decisions/use-grouping.ts'
import { useEditionActions } from '../edition/use-edition-actions.ts'
import { knowsPlaces } from '../frame/known-places.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { LoadError } from '../parts/loaded.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { loadedUntil, useChosen } from '../parts/use-chosen.ts'
import { InboxRewording } from '../rewording/rewording.tsx'
import { InboxDetail } from './inbox-detail.tsx'
import { EmptyInbox } from './list/empty-inbox.tsx'
import { InboxHeader } from './list/inbox-header.tsx'
import { InboxList, InboxListLoading } from './list/inbox-list.tsx'
import { NewRows } from './list/new-rows.tsx'
import { focusCurrentRow, ListFocusContext, useListFocus } from './list/use-list-focus.ts'
import type { InboxRow } from './queries.ts'
import { type InboxSearch, rowId } from './search.ts'
import { Selection } from './selection.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useRestored, useReviewRows } from './use-review-rows.ts'
import { isWide, useShownItem } from './use-shown-item.ts'

const InboxHistory = lazy(() => import('./inbox-history.tsx').then(m => ({ default: m.InboxHistory })))

const AlsoWould = lazy(() => import('./also-would.tsx').then(m => ({ default: m.AlsoWould })))
const Proposals = lazy(() => import('./proposals.tsx').then(m => ({ default: m.Proposals })))
const StartReminder = lazy(() => import('../start/start-hint.tsx').then(m => ({ default: m.StartReminder })))

const route = getRouteApi('/$account/review')
/** How many entries after the selected one are preloaded. */
const AHEAD = 6

/** The inbox: what waits for a person, and what was decided. */
export function InboxPage() {
  const { tab, ...search } = route.useSearch()
  const navigate = useNavigate({ from: '/$account/review' })
  const change = useCallback(
    (wanted: InboxSearch) =>
      void navigate({ search: before => ({ ...before, ...wanted }), replace: true, resetScroll: false }),
    [navigate],
  )
  if (tab === undefined) return <Waiting search={search} onChange={change} />
  return (
    <Suspense>
      <InboxHistory />
    </Suspense>
  )
}

interface WaitingProps {
  search: Omit<InboxSearch, 'tab'>
  onChange: (search: InboxSearch) => void
}

/** The list of what waits, with the selected item and everything needed to decide about it. */
function Waiting({ search, onChange }: WaitingProps) {
  const { id: account, may } = useAccount()
  const { item, ...filter } = search
  const isFiltered = filter.q !== undefined
  const { decide, review, gone, hide, forgetGone } = useDecisions()
  const [edited, setEdited] = useState<string | null>(null)
  const { query, isPending, editions, edition, loaded, rows, total, waiting, left } = useReviewRows(
    filter,
    gone,
    edited !== null && (item ?? edited) === edited,
  )
  const choosing = useChosen(rows.filter(one => one.tab !== 'edition').map(rowId))
  const { chosen, choose, chooseAll, clear: deselect } = choosing
  /** Whether pressing a row selects it, as on a phone. */
  const [isPicking, setPicking] = useState(false)
  const clear = useCallback(() => {
    setPicking(false)
    deselect()
  }, [deselect])
  // The button that was pressed leaves with this, so the rows get its focus.
  const pick = () => {
    setPicking(true)
    focusCurrentRow()
  }
  // Flagged entries that are already out are listed above the first draft, but the page opens with that draft.
  const start = rows.findIndex(row => row.tab !== 'flagged')
  const index = Math.max(0, item === undefined ? start : rows.findIndex(row => rowId(row) === item))
  const row = rows[index]
  const selected = rows.filter(one => chosen.has(rowId(one)))
  const isSelecting = isPicking || selected.length > 0
  const targets = selected.length > 0 ? selected : row && !isPicking ? [row] : []
  const focus = useListFocus()
  const [last, setLast] = useState(item)
  if (item !== undefined && item !== last) setLast(item)

  const change = useCallback(
    (wanted: InboxSearch) => {
      if (Object.keys(wanted).some(name => name !== 'item')) clear()
      onChange(wanted)
    },
    [onChange, clear],
  )
  const open = useCallback((id: string | undefined) => change({ item: id }), [change])
  const [corrected, setCorrected] = useState<string | null>(null)
  useRestored(loaded, {
    reread: query.refetch,
    onRestored: ids => {
      setCorrected(null)
      focus.take()
      const [back] = ids
      if (item !== undefined || isWide()) change({ item: back })
      if (ids.length > 1 && edition === null) chooseAll(ids)
    },
  })
  const goPast = (those: readonly InboxRow[]) => {
    const ids = new Set(those.map(rowId))
    const next =
      rows.slice(index).find(one => !ids.has(rowId(one))) ?? rows.findLast(one => !ids.has(rowId(one)))
    clear()
    open(next && (item !== undefined || selected.length === 0) ? rowId(next) : undefined)
    return next
  }
  const group = useGrouping(account, ids => {
    goPast(rows.filter(one => ids.includes(rowId(one))))
    hide(ids)
  })
  usePreloading(account, rows, index)
  const detail = useShownItem(row && rowId(row), item, focus)

  const isEditing = row !== undefined && rowId(row) === edited
  const stopEditing = useCallback(() => {
    setEdited(null)
    if (!focusCurrentRow()) detail.current?.focus()
  }, [detail])
  const takeFocus = () => focus.take(true)
  const editionActions = useEditionActions({ edition, rows, row, open, takeFocus })
  const keys = useInboxKeys({
    editionKeys: editionActions?.keys ?? {},
    ...{ account, rows, index, row, total, targets, choosing, open, decide, review, group, goPast },
    takeFocus: focus.take,
    chooseAll: async () => {
      if (!may('writer') || !row) return
      const hereIn = (some: readonly InboxRow[]) =>
        some.filter(one => one.tab === row.tab && !gone.has(rowId(one)))
      const wanted = Math.min(left[row.tab] ?? 0, MAX_ITEMS_PER_REQUEST)
      const isEnough = (some: readonly InboxRow[]) => hereIn(some).length >= wanted
      const those = hereIn(isEnough(rows) ? rows : await loadedUntil(query, page => page.items, isEnough))
      chooseAll(those.map(rowId))
      if (those.length <= MAX_ITEMS_PER_REQUEST) toasts.announce(`${those.length} selected.`)
    },
    // The fields must have the focus before the next key is read.
    edit: id => flushSync(() => setEdited(id)),
    onCorrected: setCorrected,
    clear: () => (isEditing ? stopEditing() : isSelecting ? clear() : open(undefined)),
  })
  const isEmpty = !isPending && query.data !== undefined && rows.length === 0 && !query.hasNextPage
  const [wasFilled, setWasFilled] = useState(false)
  if (rows.length > 0 && !wasFilled) setWasFilled(true)
  const showNew = async () => {
    forgetGone()
    await query.refetch()
    open(undefined)
  }
  const isShown = !isEmpty && (item !== undefined || isSelecting)
  return (
    <ListFocusContext value={focus}>
      <div
        className={`grid h-[calc(100dvh-var(--bar)-var(--foot))] ${isEmpty ? 'max-md:grid-rows-[auto_minmax(0,1fr)]' : 'max-md:grid-rows-[minmax(0,1fr)]'} md:grid-cols-[clamp(300px,34%,380px)_minmax(0,1fr)]`}
      >
        <section
          aria-label="Drafts"
          className={`min-h-0 flex-col border-line md:flex md:bg-raised/50 md:forced-colors:border-r ${item === undefined || isEmpty || isSelecting ? 'flex' : 'hidden'} ${isSelecting ? 'max-md:pb-12' : ''}`}
        >
          <InboxHeader
            search={search}
            onPick={may('writer') && rows.length > 0 && !isSelecting ? pick : null}
            onChange={change}
          />
          {!knowsPlaces && rows.length > 0 && (
            <Suspense>
              <StartReminder />
            </Suspense>
          )}
          <p role="status" className="sr-only">
            {search.q !== undefined && !isPending && `${total} found`}
          </p>
          {query.data && !isFiltered && <NewRows total={waiting} onShow={() => void showNew()} />}
          {!isFiltered && <InboxRewording />}
          {!isFiltered && edition === null && (
            <Suspense>
              <Proposals onGroup={group} />
            </Suspense>
          )}
          {isPending && <InboxListLoading />}
          {query.error && !query.data && (
            <div className="p-4">
              <LoadError error={query.error} onRetry={query.refetch} />
            </div>
          )}
          {!isPending && rows.length > 0 && (
            <InboxList
              rows={rows}
              total={total}
              counts={left}
              current={row && (item !== undefined || isWide()) ? rowId(row) : null}
              last={last}
              onChooseAll={edition === null && !isSelecting ? chooseAll : null}
              chosen={chosen}
              isPicking={isSelecting && !isWide()}
              canChoose={may('writer')}
              hrefOf={id => `?${new URLSearchParams({ ...(filter.q && { q: filter.q }), item: id })}`}
              onOpen={open}
              onChoose={choose}
              onMove={editionActions?.move}
              onNearEnd={() => query.hasNextPage && !query.isFetchingNextPage && void query.fetchNextPage()}
            />
          )}
          {corrected !== null && !isSelecting && (
            <Suspense>
              <AlsoWould
                key={corrected}
                pullId={corrected}
                onApply={decide}
                onClose={() => setCorrected(null)}
              />
            </Suspense>
          )}
        </section>
        <section
          ref={detail}
          aria-label={isSelecting ? 'Selected items' : 'Selected item'}
          tabIndex={-1}
          data-takes-bottom={isShown || undefined}
          className={`min-h-0 overflow-y-auto outline-none md:block ${isShown || isEmpty ? '' : 'hidden'}`}
        >
          {isPending && (
            <div className="px-5 py-16 md:px-8 xl:px-12">
              <CopyLoading title={null} />
            </div>
          )}
          {isEmpty && <EmptyInbox {...{ isFiltered, wasFilled }} />}
          {isSelecting && !isEditing && !isEmpty && (
            <Selection
              rows={selected}
              most={Math.min((row && left[row.tab]) ?? total, MAX_ITEMS_PER_REQUEST)}
              actions={keys}
              onChoose={choose}
              onClear={clear}
            />
          )}
          {!isPending && row && (!isSelecting || isEditing) && (
            <InboxDetail
              row={row}
              actions={keys}
              isEditing={isEditing}
              onLeave={stopEditing}
              onBack={() => open(undefined)}
              onOpen={id => {
                takeFocus()
                open(id)
              }}
              edition={
                editions && edition && editionActions
                  ? { data: editions, edition, actions: editionActions }
                  : null
              }
            />
          )}
        </section>
      </div>
    </ListFocusContext>
  )
}

/** Loads the neighbours of the selected entry, so that the next one is there when its key is pressed. */
function usePreloading(account: string, rows: readonly InboxRow[], index: number) {
  const queries = useQueryClient()
  useEffect(() => {
    for (const row of rows.slice(index, index + AHEAD + 1))
      if (row.id !== null) void queries.prefetchQuery(entryQuery(account, row.id))
  }, [account, rows, index, queries])
}
