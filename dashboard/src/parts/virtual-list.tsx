import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'

const OVERSCAN = 6
/** The height of a row in pixels until it is in the document and measured. */
const ROW_HEIGHT = 46
/** The padding below the last row in pixels, equal to that of the list's class. */
const END = 128
/** The next page is requested when only so many rows are left. */
const AHEAD = 30

interface Props<T> {
  label: string
  rows: readonly T[]
  /** The number of rows, including those that are not loaded yet. */
  total: number
  idOf: (row: T) => string
  /** The heading of a row. Rows with the same heading follow one another. */
  headingOf: (row: T) => string
  /** What stands at the end of a row's heading. */
  besideOf?: (row: T) => ReactNode
  /** The row that is kept in view; null for none. */
  current: string | null
  onNearEnd: () => void
  children: (row: T) => ReactNode
}

/** A scrolling list that has only the visible rows in the document, however many there are. Each is as high as its content. */
export function VirtualList<T>(props: Props<T>) {
  const { label, rows, total, idOf, headingOf, besideOf, current, onNearEnd, children } = props
  const headingAt = (at: number) => at >= 0 && headingOf(rows[at] as T)
  const beginsPart = (at: number) => headingAt(at) !== headingAt(at - 1)
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/nursery/useReactCompiler: the virtualizer changes in place, and nothing of it is memoized here
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    // Rows of a list that is hidden, behind an item on a phone, have no height: each keeps the one that it had.
    measureElement: (row, resized, list) => measureElement(row, row.offsetHeight ? resized : undefined, list),
    overscan: OVERSCAN,
    // The room at the end is for a message, which then covers no row.
    scrollPaddingEnd: END,
    getItemKey: index => idOf(rows[index] as T),
  })
  const index = current === null ? -1 : rows.findIndex(row => idOf(row) === current)
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [index, virtualizer])
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last > rows.length - AHEAD) onNearEnd()
  }, [last, rows.length, onNearEnd])
  return (
    <div
      ref={scroller}
      // The virtualizer keeps the rows in place as others are measured, so the browser must not do so too.
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-32 -outline-offset-2! [overflow-anchor:none]"
    >
      <ul aria-label={label} style={{ height: virtualizer.getTotalSize(), paddingTop: items[0]?.start }}>
        {items.map(({ key, index: at }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={at}
            aria-setsize={total}
            aria-posinset={at + 1}
          >
            {beginsPart(at) && (
              <div className="flex h-9 items-end justify-between pr-3 pl-5">
                <h2 className="pb-1.5 text-s font-semibold text-quiet">{headingAt(at)}</h2>
                {besideOf?.(rows[at] as T)}
              </div>
            )}
            {children(rows[at] as T)}
          </li>
        ))}
      </ul>
    </div>
  )
}
