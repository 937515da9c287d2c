import { KINDS } from '#judgement/classification/classification.ts'
import type { LedgerLine } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { ListRow } from '../parts/list-row.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { useNow } from '../parts/text/time.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { dayHeading } from '../time.ts'
import { placeName } from './search.ts'

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

/** The lines of the ledger, by day. The signs of what is not for readers are quiet. */
export function PullList({ chosen, canChoose, onOpen, onChoose, ...list }: Props) {
  const { timeZone } = useAccount()
  const now = useNow()
  return (
    <VirtualList
      label="Pull requests"
      idOf={({ id }) => id}
      headingOf={line => dayHeading(line.merged_at, timeZone, now)}
      {...list}
    >
      {line => (
        <ListRow
          href={`?pull=${line.id}`}
          title={line.title}
          mark={
            <KindGlyph
              kind={KINDS.find(kind => kind === line.kind) ?? null}
              isQuiet={line.visibility === 'internal'}
            />
          }
          at={line.merged_at}
          meta={<WhyThere line={line} />}
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

/** What a reason says first; what follows “and” outside of quotation marks is in its tooltip. */
const firstClause = (reason: string): string =>
  /^(?:[^“ ]|“[^”]*”| (?!and ))*/.exec(reason.replace(/\.$/, ''))?.[0] ?? reason

/** The reason for what is withheld, and otherwise the place in the ledger. */
function WhyThere({ line }: { line: LedgerLine }) {
  const { place, reason } = line
  const name = placeName(line)
  const isWithheld = place === 'internal' && reason
  return (
    <>
      {isWithheld && <span className="sr-only">{name}: </span>}
      <span dir="auto" title={reason || undefined}>
        {isWithheld ? firstClause(reason) : name}
      </span>
    </>
  )
}
