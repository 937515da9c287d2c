import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { LedgerLine } from '../api/entry-queries.ts'
import { PullRow } from './pull-row.tsx'

const ROW_HEIGHT = 56
const OVERSCAN = 4
/** The next page is asked for when so few lines are left. */
const AHEAD = 30

interface Props {
  lines: readonly LedgerLine[]
  total: number
  current: string | null
  chosen: ReadonlySet<string>
  canChoose: boolean
  onOpen: (id: string) => void
  onChoose: (id: string, isRange: boolean) => void
  onNearEnd: () => void
}

/** The lines of the ledger. Only those in view are in the document. */
export function PullList(props: Props) {
  const { lines, total, current, chosen, canChoose, onOpen, onChoose, onNearEnd } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: index => lines[index]?.id ?? index,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const index = lines.findIndex(({ id }) => id === current)
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [index, virtualizer])
  useEffect(() => {
    if (last > lines.length - AHEAD) onNearEnd()
  }, [last, lines.length, onNearEnd])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul aria-label="Pull requests" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ key, index: at, start }) => {
          const line = lines[at]
          return (
            line && (
              <li
                key={key}
                aria-setsize={total}
                aria-posinset={at + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <PullRow
                  line={line}
                  isCurrent={line.id === current}
                  isChosen={chosen.has(line.id)}
                  isChoosing={chosen.size > 0}
                  canChoose={canChoose}
                  onOpen={onOpen}
                  onChoose={onChoose}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
