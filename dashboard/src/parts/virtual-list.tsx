import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'

const OVERSCAN = 6
/** The height of a row in pixels, without its heading; equal to that of `ListRow`. */
const ROW_HEIGHT = 60
/** The padding below the last row in pixels, equal to that of the list's class. */
const END = 128
/** The height of a heading in pixels, equal to that of its class. */
const HEADING = 36
/** The next page is requested when only so many rows are left. */
const AHEAD = 30

interface Props<T> {
  label: string
  rows: readonly T[]
  /** The number of rows, including those that are not loaded yet. */
  total: number
  idOf: (row: T) => string
  /** The heading of a row. Rows with the same heading follow one another. */
  headingOf?: (row: T) => string
  /** What stands at the end of a row's heading. */
  besideOf?: (row: T) => ReactNode
  /** The row that is kept in view; null for none. */
  current: string | null
  onNearEnd: () => void
  children: (row: T) => ReactNode
}

/** A scrolling list that has only the visible rows in the document, however many there are. Rows close up when one leaves. */
export function VirtualList<T>(props: Props<T>) {
  const { label, rows, total, idOf, headingOf, besideOf, current, onNearEnd, children } = props
  const headings = headingOf ? rows.map(headingOf) : []
  const beginsPart = (at: number) => headings[at] !== headings[at - 1]
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/nursery/useReactCompiler: the virtualizer changes in place, and nothing of it is memoized here
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: at => ROW_HEIGHT + (beginsPart(at) ? HEADING : 0),
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
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-32 -outline-offset-2!"
    >
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ key, index: at, start }) => (
          <li
            key={key}
            aria-setsize={total}
            aria-posinset={at + 1}
            className="absolute inset-x-0 top-0 motion-safe:transition-transform motion-safe:duration-140"
            style={{ transform: `translateY(${start}px)` }}
          >
            {beginsPart(at) && (
              <div className="flex h-9 items-end justify-between pr-3 pl-5">
                <h2 className="pb-1.5 text-s font-semibold text-quiet">{headings[at]}</h2>
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
