import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import type { InboxRow } from '../queries.ts'
import { HEADINGS, isCertain, rowId } from '../search.ts'
import { InboxRowView, type RowProps } from './inbox-row.tsx'

interface Props extends Pick<RowProps, 'isPicking' | 'canChoose' | 'onOpen' | 'onChoose' | 'onMove'> {
  rows: readonly InboxRow[]
  /** The number of rows under each heading, once it is known. */
  counts: Partial<Record<InboxRow['tab'], number>> | undefined
  total: number
  current: string | null
  /** Selects rows, to be approved together; null if that is not offered. */
  onChooseAll: ((ids: readonly string[]) => void) | null
  /** The row that the tab key stops at while no row is current. */
  last: string | undefined
  chosen: ReadonlySet<string>
  hrefOf: (id: string) => string
  onNearEnd: () => void
}

/** The rows of the inbox under their headings. The tab key stops only at the current row. */
export function InboxList({
  chosen,
  last,
  counts,
  onChooseAll,
  hrefOf,
  isPicking,
  canChoose,
  onOpen,
  onChoose,
  onMove,
  ...list
}: Props) {
  const { rows, current } = list
  const stop = current ?? rows.find(row => rowId(row) === last) ?? rows[0]
  const stopId = typeof stop === 'object' ? rowId(stop) : stop
  return (
    <VirtualList
      label="Entries"
      idOf={rowId}
      headingOf={({ tab }) => `${HEADINGS[tab]}${counts?.[tab] ? ` · ${counts[tab]}` : ''}`}
      besideOf={({ tab }) =>
        tab === 'review' && onChooseAll && <Certain rows={rows} onChoose={onChooseAll} />
      }
      {...list}
    >
      {row => {
        const id = rowId(row)
        return (
          <InboxRowView
            {...{ row, isPicking, onOpen, onChoose, onMove }}
            canChoose={canChoose && row.tab !== 'edition'}
            href={hrefOf(id)}
            isCurrent={id === current}
            isTabStop={id === stopId}
            isChosen={chosen.has(id)}
            isChoosing={isPicking || chosen.size > 0}
          />
        )
      }}
    </VirtualList>
  )
}

interface CertainProps {
  rows: readonly InboxRow[]
  onChoose: (ids: readonly string[]) => void
}

/** Offers to approve at once what is ready and of which the machine is certain. */
function Certain({ rows, onChoose }: CertainProps) {
  const { may } = useAccount()
  const ids = rows.filter(isCertain).map(rowId)
  return (
    ids.length > 1 &&
    may('publisher') && (
      <Button
        variant="ghost"
        className="h-7! border-0! px-2! pb-0.5! text-s! text-quiet! hover:text-ink! forced-colors:underline"
        onClick={() => onChoose(ids)}
      >
        Approve the {Math.min(ids.length, MAX_ITEMS_PER_REQUEST)} certain…
      </Button>
    )
  )
}

/** Placeholders for as many rows as fill a screen. */
const PLACEHOLDERS = Array.from({ length: 14 }, (_, row) => row)

/** Takes the place of the list while it is loaded. */
export function InboxListLoading() {
  return (
    <div role="status" aria-label="Loading entries" className="flex-1 overflow-hidden">
      {PLACEHOLDERS.map(row => (
        <div key={row} className="group py-3 pr-4 pl-12.5 pointer-coarse:py-3.75">
          <div className="h-3.5 w-3/5 rounded-md bg-raised group-nth-[3n+1]:w-4/5" />
        </div>
      ))}
    </div>
  )
}
