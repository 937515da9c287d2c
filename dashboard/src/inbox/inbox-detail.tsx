import { useQuery } from '@tanstack/react-query'
import { entryQuery, pullQuery } from '../api/entry-queries.ts'
import { EditInPlace } from '../entry/edit-in-place.tsx'
import { MergeDate } from '../entry/merge-date.tsx'
import { UnsavedWords } from '../entry/unsaved-words.tsx'
import { WORDS_ONLY } from '../frame/keys.ts'
import { useAccount } from '../frame/use-account.ts'
import { KIND_NAMES, KINDS, MAGNITUDE_NAMES } from '../kinds.ts'
import { KeyCap } from '../parts/key.tsx'
import { LoadError } from '../parts/page.tsx'
import { Copy, CopyLoading } from '../parts/text/entry-copy.tsx'
import { Confidence, KindGlyph, Magnitude } from '../parts/text/kind.tsx'
import { ActionBar, ItemHeader, Moves } from './action-bar.tsx'
import { Attention } from './attention.tsx'
import { Merge } from './merge.tsx'
import type { InboxRow } from './queries.ts'
import type { InboxActions } from './use-inbox-keys.ts'
import { Why } from './why.tsx'

interface Props {
  row: InboxRow
  actions: InboxActions
  /** Whether its words are fields. */
  isEditing: boolean
  onLeave: () => void
  onBack: () => void
}

/** The selected item: what customers would read, why, what was merged, and what to do with it. */
export function InboxDetail({ row, actions, isEditing, onLeave, onBack }: Props) {
  return (
    <article
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-8 px-5 pb-16 md:px-8 xl:px-12 ${isEditing ? 'pt-8' : ''}`}
    >
      {!isEditing && <ItemHeader actions={actions} onBack={onBack} />}
      {!isEditing && <ActionBar row={row} actions={actions} />}
      <Properties row={row} actions={actions} />
      {row.id === null ? (
        <UndecidedPull row={row} />
      ) : (
        <Draft key={row.id} {...{ row, actions, isEditing, onLeave }} entry={row.id} />
      )}
    </article>
  )
}

const selectClass =
  'field-sizing-content h-8 rounded-md border border-transparent bg-transparent pr-1 text-m hover:border-edge disabled:opacity-100 pointer-coarse:h-11'

function Properties({ row, actions }: Pick<Props, 'row' | 'actions'>) {
  return (
    <div className="-my-3 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
      {actions.canWrite ? <Selects row={row} actions={actions} /> : <Fixed row={row} />}
      {row.confidence && (
        <span className="text-quiet">
          <Confidence value={row.confidence} isWordShown />
        </span>
      )}
      <Moves actions={actions} className="hidden md:flex" />
    </div>
  )
}

/** For a role that changes nothing. */
const Fixed = ({ row: { kind, magnitude } }: { row: InboxRow }) => (
  <>
    <span className="flex items-center gap-2">
      <KindGlyph kind={kind} /> {kind && <span aria-hidden="true">{KINDS[kind].label}</span>}
    </span>
    {magnitude && <Magnitude value={magnitude} isWordShown />}
  </>
)

function Selects({ row, actions }: Pick<Props, 'row' | 'actions'>) {
  return (
    <>
      <span className="flex items-center gap-1">
        <span aria-hidden="true">
          <KindGlyph kind={row.kind} />
        </span>
        <select
          aria-label="Kind"
          className={selectClass}
          value={row.kind ?? ''}
          onChange={({ target }) => {
            const kind = KIND_NAMES.find(name => name === target.value)
            if (kind) actions.setKind(kind)
          }}
        >
          {row.kind === null && <option value="">Undecided: choose a kind</option>}
          {KIND_NAMES.map(kind => (
            <option key={kind} value={kind}>
              {KINDS[kind].label}
            </option>
          ))}
        </select>
        <KeyCap>1–9</KeyCap>
      </span>
      {row.magnitude && (
        <span className="flex items-center gap-1">
          <span aria-hidden="true">
            <Magnitude value={row.magnitude} />
          </span>
          <select
            aria-label="Magnitude"
            className={selectClass}
            value={row.magnitude}
            onChange={({ target }) => {
              const magnitude = MAGNITUDE_NAMES.find(name => name === target.value)
              if (magnitude) actions.setMagnitude(magnitude)
            }}
          >
            {MAGNITUDE_NAMES.map(magnitude => (
              <option key={magnitude} value={magnitude}>
                {magnitude}
              </option>
            ))}
          </select>
          <KeyCap>m</KeyCap>
        </span>
      )}
    </>
  )
}

interface DraftProps extends Omit<Props, 'onBack'> {
  entry: string
}

function Draft({ row, entry, actions, isEditing, onLeave }: DraftProps) {
  const { id } = useAccount()
  const { data, error, refetch } = useQuery(entryQuery(id, entry))
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data)
    return (
      <div {...(isEditing && WORDS_ONLY)}>
        <CopyLoading title={row.title} />
      </div>
    )
  const { entry: stored, pulls, content } = data
  const primary = pulls.find(pull => pull.id === stored.primaryPullRequestId) ?? pulls[0]
  return (
    <>
      <Attention
        entry={stored}
        onReviewed={
          actions.canWrite && (stored.state === 'draft' || actions.canPublish)
            ? () => actions.review(stored.version)
            : null
        }
      />
      {!isEditing && <MergeDate detail={data} />}
      {isEditing ? (
        <EditInPlace entry={stored} onLeave={onLeave} />
      ) : (
        <>
          <UnsavedWords entry={stored} onEdit={actions.edit} />
          <Copy title={stored.title} html={content.html} />
        </>
      )}
      {primary?.decision && <Why decision={primary.decision} url={primary.url} />}
      {pulls.map(pull => (
        <Merge key={pull.id} pull={pull} isOnly={pulls.length === 1} />
      ))}
    </>
  )
}

/** A pull request that could not be classified: there are no words yet, only what was merged. */
function UndecidedPull({ row }: { row: InboxRow }) {
  const { id } = useAccount()
  const { data, error, refetch } = useQuery(pullQuery(id, row.pullId ?? ''))
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <CopyLoading title={row.title} />
  const { record } = data
  return (
    <>
      <Copy title={row.title} html="" />
      <p className="text-quiet">{row.reason || 'It could not be classified.'}</p>
      {record && <Merge pull={record} isOnly />}
    </>
  )
}
