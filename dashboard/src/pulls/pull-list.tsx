import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { LedgerLine } from '../inbox/queries.ts'
import { KIND_NAMES } from '../kinds.ts'
import { Headline } from '../parts/headline.tsx'
import { KindGlyph } from '../parts/kind.tsx'
import { Time } from '../parts/time.tsx'
import { PLACES } from './search.ts'

const ROW_HEIGHT = 56
const AHEAD = 30

interface Props {
  lines: readonly LedgerLine[]
  current: string | null
  onOpen: (id: string) => void
  onNearEnd: () => void
}

/** The lines of the ledger. Only those in view are in the document. */
export function PullList({ lines, current, onOpen, onNearEnd }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
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
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Line line={line} isCurrent={line.id === current} onOpen={onOpen} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

interface LineProps {
  line: LedgerLine
  isCurrent: boolean
  onOpen: (id: string) => void
}

function Line({ line, isCurrent, onOpen }: LineProps) {
  return (
    <a
      href={`?pull=${line.id}`}
      data-item
      aria-current={isCurrent ? 'true' : undefined}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen(line.id)
      }}
      className="grid h-14 grid-cols-[20px_minmax(0,1fr)_auto] content-center gap-x-2.5 border-b border-line/60 px-5 -outline-offset-2! hover:bg-raised/60 aria-[current=true]:bg-raised"
    >
      <span className="mt-0.5">
        <KindGlyph kind={KIND_NAMES.find(kind => kind === line.kind) ?? null} />
      </span>
      <span dir="auto" className="truncate font-semibold">
        <Headline title={line.title} />
      </span>
      <span className="text-s text-quiet">{PLACES.find(({ place }) => place === line.place)?.label}</span>
      <span className="col-start-2 truncate text-s text-quiet">
        {line.repo.split('/').at(-1)}
        {line.number !== null && ` #${line.number}`} · <Time at={line.merged_at} style="narrow" />
        {line.author && ` · ${line.author}`}
      </span>
    </a>
  )
}
