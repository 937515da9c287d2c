import type { LedgerPlace } from '#changelog/ledger/places.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import type { LedgerLine } from '../api/entry-queries.ts'
import { ListRow } from '../parts/list-row.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Time } from '../parts/text/time.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { PLACE_NAMES } from './search.ts'

interface Props {
  rows: readonly LedgerLine[]
  total: number
  current: string | null
  chosen: ReadonlySet<string>
  canChoose: boolean
  onOpen: (id: string) => void
  onChoose: (id: string, isRange: boolean) => void
  onNearEnd: () => void
}

/** The lines of the ledger. */
export function PullList({ chosen, canChoose, onOpen, onChoose, ...list }: Props) {
  return (
    <VirtualList label="Pull requests" idOf={({ id }) => id} {...list}>
      {line => (
        <ListRow
          href={`?pull=${line.id}`}
          title={line.title}
          mark={<KindGlyph kind={KINDS.find(kind => kind === line.kind) ?? null} />}
          meta={<Facts line={line} />}
          isCurrent={line.id === list.current}
          isChosen={chosen.has(line.id)}
          isChoosing={chosen.size > 0}
          onChoose={canChoose ? isRange => onChoose(line.id, isRange) : null}
          onOpen={() => onOpen(line.id)}
        />
      )}
    </VirtualList>
  )
}

/** The place in the ledger, for what is withheld with the reason on a line of its own; the number, when it was merged, and by whom. */
function Facts({ line: { place, reason, repo, number, merged_at, author } }: { line: LedgerLine }) {
  const name = PLACE_NAMES[place as LedgerPlace]
  const isWithheld = place === 'internal' && reason
  return (
    <>
      {isWithheld && (
        <span data-withheld dir="auto" className="truncate" title={reason}>
          {name}: {withoutCapital(reason)}
        </span>
      )}
      <span className="truncate">
        {!isWithheld && `${name} · `}
        {repo.split('/').at(-1)}
        {number !== null && ` #${number}`} · <Time at={merged_at} />
        {author && ` · ${author}`}
      </span>
    </>
  )
}

const withoutCapital = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
