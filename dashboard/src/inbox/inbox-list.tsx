import { VirtualList } from '../parts/virtual-list.tsx'
import { InboxRowView } from './inbox-row.tsx'
import { type InboxRow, rowId } from './queries.ts'

const ROW_HEIGHT = 60

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

/** The rows of the inbox. */
export function InboxList({ chosen, canChoose, hrefOf, onOpen, onChoose, ...list }: Props) {
  return (
    <VirtualList label="Entries" rowHeight={ROW_HEIGHT} idOf={rowId} {...list}>
      {row => {
        const id = rowId(row)
        return (
          <InboxRowView
            row={row}
            href={hrefOf(id)}
            isCurrent={id === list.current}
            isChosen={chosen.has(id)}
            isChoosing={chosen.size > 0}
            canChoose={canChoose}
            onOpen={onOpen}
            onChoose={onChoose}
          />
        )
      }}
    </VirtualList>
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
