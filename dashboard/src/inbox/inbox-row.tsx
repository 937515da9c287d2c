import { memo } from 'react'
import { Headline } from '../parts/text/headline.tsx'
import { Confidence, KindGlyph, Magnitude } from '../parts/text/kind.tsx'
import { Time } from '../parts/text/time.tsx'
import { type InboxRow, rowId } from './queries.ts'

interface Props {
  row: InboxRow
  href: string
  isCurrent: boolean
  isChosen: boolean
  /** Whether any row is chosen: then all show their checkbox. */
  isChoosing: boolean
  /** False for a role that changes nothing. */
  canChoose: boolean
  onOpen: (id: string) => void
  onChoose: (id: string) => void
}

/** One row of the list, 60 px high. */
export const InboxRowView = memo(function InboxRowView(props: Props) {
  const { row, href, isCurrent, isChosen, isChoosing, canChoose, onOpen, onChoose } = props
  const id = rowId(row)
  const isTicked = isChoosing || isChosen
  // The checkbox takes the place of the glyph.
  const hidesGlyph = isTicked ? 'opacity-0' : canChoose ? 'pointer-fine:group-hover:opacity-0' : ''
  return (
    <div
      className={`group relative h-15 border-b border-line/60 ${isCurrent ? 'bg-raised' : 'hover:bg-raised/60'}`}
    >
      {isCurrent && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <a
        href={href}
        data-item
        aria-current={isCurrent ? 'true' : undefined}
        onClick={event => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onOpen(id)
        }}
        className="grid h-full grid-cols-[20px_minmax(0,1fr)] content-center gap-x-2.5 gap-y-0.5 px-4 -outline-offset-2!"
      >
        <span className={`mt-0.5 ${hidesGlyph}`}>
          <KindGlyph kind={row.kind} />
        </span>
        <span className="flex items-center gap-3">
          <span dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold">
            <Headline title={row.title} />
          </span>
          {row.confidence && <Confidence value={row.confidence} />}
        </span>
        <span className="col-start-2 flex items-center gap-1.5 text-s text-quiet">
          <span className="min-w-0 truncate">
            {row.repo?.split('/').at(-1)}
            {row.number !== null && ` #${row.number}`}
          </span>
          <span aria-hidden="true">·</span>
          <span className="shrink-0">
            <Time at={row.mergedAt} style="narrow" />
          </span>
          {row.covers !== undefined && <span className="shrink-0">· {row.covers} merges</span>}
          <span className="ml-auto">{row.magnitude && <Magnitude value={row.magnitude} />}</span>
        </span>
      </a>
      {canChoose && (
        <input
          type="checkbox"
          aria-label={`Select ${row.title}`}
          checked={isChosen}
          onChange={() => onChoose(id)}
          className={`absolute top-3 left-4 size-4 cursor-pointer accent-accent before:absolute before:-inset-3.5 before:content-[''] pointer-fine:group-hover:opacity-100 focus-visible:opacity-100 ${isTicked ? '' : 'opacity-0'}`}
        />
      )}
    </div>
  )
})
