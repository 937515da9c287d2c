import type { LedgerPlace } from '#changelog/ledger/places.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import type { LedgerLine } from '../api/entry-queries.ts'
import { Button } from '../parts/button.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Time } from '../parts/text/time.tsx'
import { PLACE_NAMES } from './search.ts'

interface Props {
  line: LedgerLine
  isCurrent: boolean
  isChosen: boolean
  /** Whether any line is selected; then all lines show their checkbox. */
  isChoosing: boolean
  /** False for a role that cannot change anything. */
  canChoose: boolean
  onOpen: (id: string) => void
  onChoose: (id: string, isRange: boolean) => void
  /** Reclassifies a withheld merge as user-facing. */
  onShow: (id: string) => void
}

/** A line of the ledger, 56 px high. A click with shift selects all lines from the last selected one to this. */
export function PullRow(props: Props) {
  const { line, isCurrent, isChosen, isChoosing, canChoose, onOpen, onChoose, onShow } = props
  // The checkbox replaces the sign of the kind.
  const hidesGlyph = isChoosing ? 'opacity-0' : canChoose ? 'pointer-fine:group-hover:opacity-0' : ''
  return (
    <div
      className={`group relative h-14 border-b border-line/60 ${isCurrent ? 'bg-raised' : 'hover:bg-raised/60'}`}
    >
      {isCurrent && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <a
        href={`?pull=${line.id}`}
        data-item
        aria-current={isCurrent ? 'true' : undefined}
        onClick={event => {
          if (event.metaKey || event.ctrlKey) return
          event.preventDefault()
          if (event.shiftKey && canChoose) onChoose(line.id, true)
          else onOpen(line.id)
        }}
        className="grid h-full grid-cols-[20px_minmax(0,1fr)] content-center gap-x-2.5 px-5 -outline-offset-2!"
      >
        <span className={`mt-0.5 ${hidesGlyph}`}>
          <KindGlyph kind={KINDS.find(kind => kind === line.kind) ?? null} />
        </span>
        <span dir="auto" className="truncate font-semibold">
          <Headline title={line.title} />
        </span>
        <span className="col-start-2 truncate text-s text-quiet">
          {PLACE_NAMES[line.place as LedgerPlace]} · {line.repo.split('/').at(-1)}
          {line.number !== null && ` #${line.number}`} · <Time at={line.merged_at} />
          {line.author && ` · ${line.author}`}
        </span>
      </a>
      {canChoose && line.visibility === 'internal' && line.entry_id === null && !isChoosing && (
        <Button
          className="absolute top-2.5 right-4 px-3! opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden"
          aria-label={`Show to customers: ${line.title}`}
          onClick={() => onShow(line.id)}
        >
          Show to customers
        </Button>
      )}
      {canChoose && (
        <input
          type="checkbox"
          aria-label={`Select ${line.title}`}
          checked={isChosen}
          onChange={event => onChoose(line.id, (event.nativeEvent as MouseEvent).shiftKey)}
          className={`absolute top-2.5 left-5 size-4 cursor-pointer accent-accent before:absolute before:-inset-3.5 before:content-[''] pointer-fine:group-hover:opacity-100 focus-visible:opacity-100 ${isChoosing ? '' : 'opacity-0'}`}
        />
      )}
    </div>
  )
}
