import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { InboxRowView } from './inbox-row.tsx'
import { type InboxRow, rowId } from './queries.ts'

const ROW_HEIGHT = 60
const OVERSCAN = 6
/** The next page is asked for when so few rows are left. */
const AHEAD = 30

interface Props {
  rows: readonly InboxRow[]
  total: number
  current: string | null
  chosen: ReadonlySet<string>
  canChoose: boolean
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  onChoose: (id: string) => void
  onNearEnd: () => void
}

/** The rows. Only those in view are in the document, however many there are. */
export function InboxList(props: Props) {
  const { rows, total, current, chosen, canChoose, hrefOf, onOpen, onChoose, onNearEnd } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: index => rowId(rows[index] as InboxRow),
  })
  const index = current === null ? -1 : rows.findIndex(row => rowId(row) === current)
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [index, virtualizer])
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last > rows.length - AHEAD) onNearEnd()
  }, [last, rows.length, onNearEnd])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain -outline-offset-2!">
      <ul aria-label="Entries" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ key, index: at, start }) => {
          const row = rows[at] as InboxRow
          const id = rowId(row)
          return (
            <li
              key={key}
              aria-setsize={total}
              aria-posinset={at + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <InboxRowView
                row={row}
                href={hrefOf(id)}
                isCurrent={id === current}
                isChosen={chosen.has(id)}
                isChoosing={chosen.size > 0}
                canChoose={canChoose}
                onOpen={onOpen}
                onChoose={onChoose}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** As many rows as fill a screen. */
const PLACEHOLDERS = Array.from({ length: 14 }, (_, row) => row)

/** Takes the place of the list while it is loaded. */
export function InboxListLoading() {
  return (
    <div role="status" aria-label="Loading entries" className="flex-1 overflow-hidden">
      {PLACEHOLDERS.map(row => (
        <div key={row} className="group grid h-15 content-center gap-2 border-b border-line/60 pr-4 pl-11.5">
          <div className="h-3.5 w-3/5 rounded-md bg-raised group-nth-[3n+1]:w-4/5" />
          <div className="h-3 w-2/5 rounded-md bg-raised" />
        </div>
      ))}
    </div>
  )
}
