import { type KeyboardEvent, memo } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { Headline } from '../../parts/text/headline.tsx'
import { KindGlyph } from '../../parts/text/kind.tsx'
import { Time } from '../../parts/text/time.tsx'
import { counted } from '../../text.ts'
import { isTold } from '../edition-rows.ts'
import type { InboxRow } from '../queries.ts'
import { isCertain, rowId } from '../search.ts'
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
  isRepoShown: boolean
  onOpen: (id: string) => void
  onChoose: (id: string) => void
  /** Moves the current row up or down in the edition. */
  onMove?: ((step: 1 | -1) => void) | undefined
}

/** One row of the list, 68 px high. */
export const InboxRowView = memo(function InboxRowView(props: RowProps) {
  const { row, href, isCurrent, isTabStop, isChosen, isChoosing, canChoose, onChoose } = props
  const id = rowId(row)
  const isTicked = isChoosing || isChosen
  const link = useRowFocus(isTabStop)
  const act = props.isPicking && canChoose ? onChoose : props.onOpen
  // The checkbox replaces the sign of the kind.
  const hidesGlyph = isTicked ? 'opacity-0' : canChoose ? 'pointer-fine:group-hover:opacity-0' : ''
  return (
    <div className={`group relative mx-2 h-17 rounded-md ${isCurrent ? 'bg-raised' : 'hover:bg-raised/60'}`}>
      <a
        ref={link}
        href={href}
        tabIndex={isTabStop ? 0 : -1}
        data-item
        aria-current={isCurrent ? 'true' : undefined}
        aria-keyshortcuts={props.onMove && isTold(row) ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        onKeyDown={event => press(event, canChoose ? () => onChoose(id) : null, props.onMove)}
        onClick={event => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          act(id)
        }}
        className="grid h-full grid-cols-[20px_minmax(0,1fr)] content-center gap-x-2.5 gap-y-px px-3 -outline-offset-2!"
      >
        <span className={`mt-0.5 ${hidesGlyph}`}>
          {row.tab === 'edition' ? <Icon name="edition" /> : <KindGlyph kind={row.kind} />}
        </span>
        <span
          dir="auto"
          className={`line-clamp-2 text-left wrap-anywhere ${isCurrent ? 'font-semibold' : ''}`}
        >
          <Headline title={row.title} />
        </span>
        <Facts {...props} />
        {isChosen && <span className="sr-only">, selected</span>}
      </a>
      {canChoose && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${row.title}`}
          checked={isChosen}
          onChange={() => onChoose(id)}
          className={`absolute top-3.5 left-3 size-4 cursor-pointer accent-accent before:absolute before:-inset-3.5 before:content-[''] pointer-fine:group-hover:opacity-100 focus-visible:opacity-100 ${isTicked ? '' : 'opacity-0'}`}
        />
      )}
    </div>
  )
})

/** The repository and number of the merge, and what distinguishes it from most rows. */
function Facts({ row, isRepoShown }: RowProps) {
  if (row.tab === 'edition')
    return (
      <span className="col-start-2 text-s text-quiet">
        {counted(row.covers ?? 0, 'entry', 'entries')} in it
      </span>
    )
  const facts = [
    [isRepoShown && row.repo?.split('/').at(-1), row.number !== null && `#${row.number}`]
      .filter(Boolean)
      .join(' '),
    <Time key="time" at={row.mergedAt} />,
    row.covers !== undefined && `${row.covers} merges`,
    row.state,
    row.tab === 'review' && row.confidence !== null && !isCertain(row) && 'not certain',
  ].filter(Boolean)
  return (
    <span className="col-start-2 flex items-center gap-1 text-s text-quiet">
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a row keep their order.
        <span key={at} className={at === 0 ? 'min-w-0 truncate' : 'shrink-0'}>
          {at > 0 && <span aria-hidden="true">· </span>}
          {fact}
        </span>
      ))}
    </span>
  )
}

/** Handles keys on a row: arrows open the neighbours and space selects, even if single keys are switched off. */
function press(
  event: KeyboardEvent<HTMLElement>,
  choose: (() => void) | null,
  move: RowProps['onMove'],
): void {
  if (event.altKey) {
    if (!move || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
    return
  }
  const at = event.currentTarget.closest('li')
  const neighbour = { ArrowDown: at?.nextElementSibling, ArrowUp: at?.previousElementSibling }[event.key]
  if (neighbour) neighbour.querySelector<HTMLElement>('[data-item]')?.click()
  else if (event.key === ' ') choose?.()
  else return
  event.preventDefault()
}
