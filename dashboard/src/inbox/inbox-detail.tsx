import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { entryQuery, pullQuery } from '../api/entry-queries.ts'
import type { ShownEdition } from '../edition/edition-pane.tsx'
import { Standing } from '../edition/standing.tsx'
import { type Approval, EditInPlace } from '../entry/edit-in-place.tsx'
import { Illustration } from '../entry/image/illustration.tsx'
import { UnsavedWords } from '../entry/unsaved-words.tsx'
import { WORDS_ONLY } from '../frame/keys.ts'
import { useAccount } from '../frame/use-account.ts'
import { optionsOf } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { LoadError } from '../parts/page.tsx'
import { Copy, CopyLoading } from '../parts/text/entry-copy.tsx'
import { KindGlyph, Magnitude } from '../parts/text/kind.tsx'
import { useNow } from '../parts/text/time.tsx'
import { shortTime } from '../time.ts'
import { ActionBar, ActionToolbar, ItemHeader, Moves } from './action-bar.tsx'
import { Attention } from './attention.tsx'
import { isOfEdition, isTold } from './edition-rows.ts'
import { Merge } from './merge.tsx'
import type { InboxRow } from './queries.ts'
import { rowId } from './search.ts'
import type { InboxActions } from './use-inbox-keys.ts'
import { Why } from './why.tsx'

// These are loaded only for accounts with editions.
const EditionPane = lazy(() => import('../edition/edition-pane.tsx').then(m => ({ default: m.EditionPane })))
const EditionBar = lazy(() => import('../edition/item-bar.tsx').then(m => ({ default: m.EditionBar })))

interface Props {
  row: InboxRow
  actions: InboxActions
  /** Whether the words of the item are being edited in place. */
  isEditing: boolean
  onLeave: () => void
  onBack: () => void
  /** Null if entries go out one by one. */
  edition: ShownEdition | null
  onOpen: (id: string) => void
}

/** The selected item: what customers would read, why, what was merged, and the actions on it. */
export function InboxDetail({ row, actions, isEditing, onLeave, onBack, edition, onOpen }: Props) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const isSheet = edition !== null && (row.tab === 'edition' || isTold(row))
  return (
    <article className="flex min-h-full flex-col gap-8 px-5 pb-16 md:px-8 md:pb-0 xl:px-12">
      <ItemHeader actions={actions} onBack={onBack} />
      <Properties row={row} actions={actions} />
      {isSheet && (
        <Suspense fallback={<CopyLoading title={null} />}>
          <EditionPane
            {...edition}
            {...{ row, isEditing, bar, onLeave }}
            canWrite={actions.canWrite}
            onChoose={onOpen}
          />
        </Suspense>
      )}
      {!isSheet && row.id === null && <UndecidedPull row={row} />}
      {!isSheet && row.id !== null && (
        <>
          {edition && <Standing edition={edition.edition} entry={row.id} />}
          <Draft key={row.id} {...{ row, actions, isEditing, bar, onLeave }} entry={row.id} />
        </>
      )}
      {isEditing ? (
        <ActionToolbar label="Editing">
          <div ref={setBar} className="contents" />
        </ActionToolbar>
      ) : edition !== null && isOfEdition(row) ? (
        <Suspense fallback={null}>
          <EditionBar
            key={rowId(row)}
            {...{ row }}
            edition={edition.edition}
            actions={edition.actions}
            draft={actions}
          />
        </Suspense>
      ) : (
        <ActionBar row={row} actions={actions} />
      )}
    </article>
  )
}

function Properties({ row, actions }: Pick<Props, 'row' | 'actions'>) {
  return (
    <div className="-mb-6 flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-quiet md:pt-6">
      {row.tab === 'edition' ? null : actions.canWrite ? (
        <Selects row={row} actions={actions} />
      ) : (
        <Fixed row={row} />
      )}
      <Moves actions={actions} className="hidden md:flex" />
    </div>
  )
}

/** Kind and magnitude for a role that cannot change them. */
const Fixed = ({ row: { kind, magnitude } }: { row: InboxRow }) => (
  <>
    <span className="flex items-center gap-2">
      <KindGlyph kind={kind} /> {kind && <span aria-hidden="true">{KIND_FACES[kind].word}</span>}
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
        <Select
          label="Kind"
          isLabelHidden
          isQuiet
          value={row.kind ?? ''}
          options={[
            ...(row.kind === null ? [{ value: '', label: 'Undecided: choose a kind' }] : []),
            ...KINDS.map(kind => ({ value: kind, label: KIND_FACES[kind].word })),
          ]}
          onPick={value => {
            const kind = KINDS.find(name => name === value)
            if (kind) actions.setKind(kind)
          }}
        />
      </span>
      {row.magnitude && (
        <Select
          label="Magnitude"
          isLabelHidden
          isQuiet
          value={row.magnitude}
          options={optionsOf(MAGNITUDES)}
          onPick={actions.setMagnitude}
        />
      )}
    </>
  )
}

interface DraftProps extends Omit<Props, 'onBack' | 'edition' | 'onOpen'> {
  entry: string
  /** The element that contains the buttons of the fields. */
  bar: HTMLElement | null
}

function Draft({ row, entry, actions, isEditing, bar, onLeave }: DraftProps) {
  const { id } = useAccount()
  const approval = useApproval(row, actions)
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
      {isEditing ? (
        <EditInPlace entry={stored} {...{ bar, approval, onLeave }} />
      ) : (
        <>
          <UnsavedWords entry={stored} onEdit={actions.edit} />
          <Copy title={stored.title} html={content.html} />
          <Illustration detail={data} />
        </>
      )}
      {primary?.decision && <Why decision={primary.decision} before={primary.before} url={primary.url} />}
      {pulls.map(pull => (
        <Merge key={pull.id} pull={pull} isOnly={pulls.length === 1} />
      ))}
    </>
  )
}

/** The approval of a draft once its words are right: for the next free time, or for now if there is none. */
function useApproval(row: InboxRow, { times, canPublish, approve }: InboxActions): Approval | null {
  const { timeZone } = useAccount()
  const now = useNow()
  if (!canPublish || row.state !== undefined || isOfEdition(row)) return null
  const [next] = times ?? []
  return next === undefined
    ? { label: 'Publish now', decision: { action: 'entry publish', soon: true }, run: approve }
    : {
        label: `Approve for ${shortTime(next, now, timeZone)}`,
        decision: { action: 'entry queue' },
        run: approve,
      }
}

/** A pull request that could not be classified: it has no words yet, only what was merged. */
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
