import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { editionQuery } from '../api/entry-queries.ts'
import { useUndone } from '../decisions/undo-events.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { withEdition } from './edition-rows.ts'
import { type InboxParameters, type InboxRow, inboxQuery } from './queries.ts'
import { rowId } from './search.ts'

const NONE: readonly InboxRow[] = []

type Counts = Partial<Record<InboxRow['tab'], number>>

/**
 * The rows of Review without those that are hidden: the drafts, arranged by the edition if one gathers them. While words are edited in place
 * the arrangement stays as it is, so that the fields keep their place and the focus.
 */
export function useReviewRows(filter: InboxParameters, gone: ReadonlySet<string>, isEditing: boolean) {
  const { id: account } = useAccount()
  const query = useInfiniteQuery(inboxQuery(account, filter))
  const editions = useAccountQuery(editionQuery)
  const newest = filter.q === undefined ? (editions.data?.edition ?? null) : null
  const [edition, setEdition] = useState(newest)
  if (!isEditing && edition !== newest) setEdition(newest)
  const drafts = useMemo(() => query.data?.pages.flatMap(page => page.items) ?? NONE, [query.data])
  const loaded = useMemo(() => (edition ? withEdition(drafts, edition) : drafts), [drafts, edition])
  const rows = useMemo(() => loaded.filter(row => !gone.has(rowId(row))), [loaded, gone])
  const first = query.data?.pages[0]
  const left = useMemo(
    () => (edition ? countsOf(rows) : leftOf(first?.tabs, loaded, gone)),
    [edition, rows, first, loaded, gone],
  )
  useNextEdition(edition?.id, query.refetch)
  const all = first?.total ?? 0
  const waiting = all - drafts.filter(row => gone.has(rowId(row))).length
  return {
    query,
    isPending: query.isPending || editions.isPending,
    editions: editions.data,
    edition,
    /** The loaded rows, including hidden ones. */
    loaded,
    rows,
    /** The number of rows, including those that are not loaded yet. */
    total: edition ? rows.length + all - drafts.length : waiting,
    /** The number of waiting drafts. */
    waiting,
    /** The number of rows under each heading. */
    left,
  }
}

/** Reloads the rows once an edition is out, because its entries are no longer drafts. */
function useNextEdition(id: string | undefined, reread: () => unknown): void {
  const shown = useRef(id)
  const readAgain = useEffectEvent(() => void reread())
  useEffect(() => {
    if (id === undefined) return
    if (shown.current !== undefined && shown.current !== id) readAgain()
    shown.current = id
  }, [id])
}

/** The number of rows under each heading. The edition's own row shows how many entries it has. */
const countsOf = (rows: readonly InboxRow[]): Counts => {
  const groups = Object.entries(Object.groupBy(rows, row => row.tab))
  return { ...Object.fromEntries(groups.map(([tab, those]) => [tab, those.length])), edition: 0 }
}

function leftOf(counts: Counts = {}, loaded: readonly InboxRow[], gone: ReadonlySet<string>): Counts {
  const left = { ...counts }
  for (const row of loaded) if (gone.has(rowId(row))) left[row.tab] = (left[row.tab] ?? 1) - 1
  return left
}

interface Options {
  reread: () => Promise<unknown>
  /** Called with the ids of the restored items, in the order of the list. */
  onRestored: (ids: string[]) => void
}

/** Returns to the items that an undo restores. */
export function useRestored(loaded: readonly InboxRow[], { reread, onRestored }: Options): void {
  useUndone(async items => {
    const ids = items.filter(({ entry }) => entry === null || entry.state === 'draft').map(({ id }) => id)
    const [first] = ids
    if (first === undefined) return
    const place = new Map(loaded.map((row, at) => [rowId(row), at]))
    // The list may have been loaded after they had left it.
    if (!place.has(first)) await reread()
    onRestored(ids.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)))
  })
}
