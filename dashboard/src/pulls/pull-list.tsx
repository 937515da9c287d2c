import type { LedgerLine } from '../api/entry-queries.ts'
import { VirtualList } from '../parts/virtual-list.tsx'
import { PullRow } from './pull-row.tsx'

const ROW_HEIGHT = 56

interface Props {
  rows: readonly LedgerLine[]
  total: number
  current: string | null
  chosen: ReadonlySet<string>
  canChoose: boolean
  onOpen: (id: string) => void
  onChoose: (id: string, isRange: boolean) => void
  onShow: (id: string) => void
  onNearEnd: () => void
}

/** The lines of the ledger. */
export function PullList({ chosen, canChoose, onOpen, onChoose, onShow, ...list }: Props) {
  return (
    <VirtualList label="Pull requests" rowHeight={ROW_HEIGHT} idOf={({ id }) => id} {...list}>
      {line => (
        <PullRow
          line={line}
          isCurrent={line.id === list.current}
          isChosen={chosen.has(line.id)}
          isChoosing={chosen.size > 0}
          canChoose={canChoose}
          onOpen={onOpen}
          onChoose={onChoose}
          onShow={onShow}
        />
      )}
    </VirtualList>
  )
}
