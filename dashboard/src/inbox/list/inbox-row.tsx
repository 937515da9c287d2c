import { memo } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { ListRow } from '../../parts/list-row.tsx'
import { KindGlyph } from '../../parts/text/kind.tsx'
import { counted } from '../../text.ts'
import { isTold } from '../edition-rows.ts'
import type { InboxRow } from '../queries.ts'
import { isCertain, rowId } from '../search.ts'
import { CERTAINTY } from '../why.tsx'
import { useRowFocus } from './use-list-focus.ts'

export interface RowProps {
  row: InboxRow
  href: string
  isCurrent: boolean
  /** Whether the tab key stops at this row. */
  isTabStop: boolean
  isChosen: boolean
  /** Whether any row is selected; then all rows show their checkbox. */
  isChoosing: boolean
  /** Whether pressing a row selects it instead of opening it. */
  isPicking: boolean
  /** False for a role that cannot change anything. */
  canChoose: boolean
  onOpen: (id: string) => void
  onChoose: (id: string, isRange?: boolean) => void
  /** Moves the current row up or down in the edition. */
  onMove?: ((step: 1 | -1) => void) | undefined
}

/** One row of the list. */
export const InboxRowView = memo(function InboxRowView(props: RowProps) {
  const { row, href, isTabStop, isPicking, canChoose, onChoose, onOpen, onMove } = props
  const id = rowId(row)
  return (
    <ListRow
      href={href}
      link={{
        ref: useRowFocus(isTabStop),
        tabIndex: isTabStop ? 0 : -1,
        'aria-keyshortcuts': onMove && isTold(row) ? 'Alt+ArrowUp Alt+ArrowDown' : undefined,
      }}
      title={row.title}
      mark={row.tab === 'edition' ? <Icon name="edition" /> : <KindGlyph kind={row.kind} />}
      at={row.mergedAt}
      meta={exceptionsOf(row)}
      isCurrent={props.isCurrent}
      isChosen={props.isChosen}
      isChoosing={props.isChoosing}
      onChoose={canChoose ? isRange => onChoose(id, isRange) : null}
      onOpen={() => (isPicking && canChoose ? onChoose : onOpen)(id)}
      onMove={onMove}
    />
  )
})

/** What distinguishes a row from most others. */
function exceptionsOf(row: InboxRow): string {
  if (row.tab === 'edition') return row.covers ? counted(row.covers, 'entry', 'entries') : 'No entries yet'
  const exceptions = [
    row.covers !== undefined && `${row.covers} merges`,
    row.state,
    row.flag === 'reverted' && 'its merge was reverted',
    row.tab === 'review' &&
      row.confidence !== null &&
      !isCertain(row) &&
      CERTAINTY['user-facing'][row.confidence],
  ]
  return exceptions.filter(Boolean).join(' · ')
}
