import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { entryQuery, pullQuery } from '../api/entry-queries.ts'
import type { ShownEdition } from '../edition/edition-pane.tsx'
import { Standing } from '../edition/standing.tsx'
import { type Approval, EditInPlace } from '../entry/edit-in-place.tsx'
import { hasUnsavedWords, keepWords } from '../entry/editor/kept-words.ts'
import { AuthorsWords } from '../entry/editor/markdown-field.tsx'
import { Illustration } from '../entry/image/illustration.tsx'
import { UnsavedWords } from '../entry/unsaved-words.tsx'
import { WORDS_ONLY } from '../frame/keys.ts'
import { useAccountQuery } from '../frame/use-account.ts'
import { KindAndSize } from '../parts/form/kind-and-size.tsx'
import { LoadError } from '../parts/loaded.tsx'
import { Copy, CopyLoading } from '../parts/text/entry-copy.tsx'
import { viewOnly } from '../roles.ts'
import { ActionBar, ActionToolbar, ItemHeader } from './action-bar.tsx'
import { ApproveLabel } from './approve-button.tsx'
import { Attention } from './attention.tsx'
import { isOfEdition, isTold } from './edition-rows.ts'
import { Grounds, primaryOf } from './grounds.tsx'
import { Merge } from './merge.tsx'
import type { InboxRow } from './queries.ts'
import { rowId } from './search.ts'
import type { InboxActions } from './use-inbox-keys.ts'

// These are loaded only for accounts with editions.
const EditionPane = lazy(() => import('../edition/edition-pane.tsx').then(m => ({ default: m.EditionPane })))
const EditionState = lazy(() =>
  import('../edition/edition-state.tsx').then(m => ({ default: m.EditionState })),
)
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
    <article className="flex min-h-full flex-col gap-6 px-5 pb-20 lower:pb-4 md:px-8 md:pt-6 md:pb-0 xl:px-12">
      <ItemHeader actions={actions} onBack={onBack} />
      {isSheet && (
        <Suspense fallback={<CopyLoading title={null} />}>
          {row.tab === 'edition' ? (
            <p className="-mb-4 text-quiet max-md:-mt-3">
              <EditionState edition={edition.edition} period={edition.data.period} />
              {!actions.canWrite && ` ${viewOnly('writer')}`}
            </p>
          ) : (
            <Properties row={row} actions={actions} />
          )}
          {!isEditing && <UnsavedWords key={rowId(row)} entry={rowId(row)} onEdit={actions.edit} />}
          <EditionPane
            {...edition}
            {...{ row, isEditing, bar, onLeave }}
            canWrite={actions.canWrite}
            onChoose={onOpen}
          />
        </Suspense>
      )}
      {!isSheet && row.id === null && <UndecidedPull row={row} actions={actions} />}
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

type CardProps = Pick<Props, 'row' | 'actions'>

/** The kind and the size, which people may change. */
function Properties({ row, actions }: CardProps) {
  const pick = ({ kind, magnitude }: { kind?: Kind; magnitude?: Magnitude }) => {
    if (kind) actions.setKind(kind)
    if (magnitude) actions.setMagnitude(magnitude)
  }
  return (
    <div className="-mb-3 max-md:-mt-3">
      <KindAndSize {...row} onPick={actions.canWrite ? pick : null} />
    </div>
  )
}

interface DraftProps extends Omit<Props, 'onBack' | 'edition' | 'onOpen'> {
  entry: string
  /** The element that contains the buttons of the fields. */
  bar: HTMLElement | null
}

/** What readers will see, as a card; on a phone as wide as the screen. */
const Card = ({ children, ...properties }: CardProps & { children: ReactNode }) => (
  <div className="grid max-w-page gap-4 border-line pb-6 *:first:-mb-1 max-md:-mx-5 max-md:border-b max-md:px-5 ring-1 ring-line max-md:ring-0 md:rounded-md md:bg-floating md:px-10 md:pt-6 md:pb-8">
    <Properties {...properties} />
    {children}
  </div>
)

/** What stands below the card, as wide as it. */
const belowCard = 'grid max-w-page gap-2'

function Draft({ row, entry, actions, isEditing, bar, onLeave }: DraftProps) {
  const approval = useApproval(row, actions)
  const { data, error, refetch } = useAccountQuery(account => entryQuery(account, entry))
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data)
    return (
      <div {...(isEditing && WORDS_ONLY)}>
        <Card {...{ row, actions }}>
          <CopyLoading title={row.title} />
        </Card>
      </div>
    )
  const { entry: stored, content } = data
  const authorsWords = primaryOf(data)?.authorsWords
  const isOpenDraft = actions.canWrite && row.state === undefined && !hasUnsavedWords(entry)
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
        <Card {...{ row, actions }}>
          <EditInPlace entry={stored} {...{ authorsWords, bar, approval, onLeave }} />
        </Card>
      ) : (
        <>
          <UnsavedWords entry={entry} onEdit={actions.edit} />
          <Card {...{ row, actions }}>
            <Copy title={stored.title} html={content.html} />
            {authorsWords && stored.body === '' && isOpenDraft && (
              <AuthorsWords
                words={authorsWords}
                onAdd={() => {
                  const { title, version } = stored
                  keepWords(entry, { title, body: authorsWords, base: { title, body: stored.body, version } })
                  actions.edit()
                }}
              />
            )}
            <Illustration detail={data} />
          </Card>
        </>
      )}
      <div className={belowCard}>
        <Grounds detail={data} />
      </div>
    </>
  )
}

/** The approval of a draft once its words are right: for the next free time, or for now if there is none. */
function useApproval(row: InboxRow, { times, canPublish, approve }: InboxActions): Approval | null {
  if (!canPublish || row.state !== undefined || isOfEdition(row)) return null
  return times === null
    ? { label: 'Publish', decision: { action: 'entry publish', soon: true }, run: approve }
    : {
        label: (
          <span>
            <ApproveLabel at={times[0]} />
          </span>
        ),
        decision: { action: 'entry queue' },
        run: approve,
      }
}

/** A pull request that could not be classified: it has no words yet, only what was merged. */
function UndecidedPull({ row, actions }: CardProps) {
  const { data, error, refetch } = useAccountQuery(account => pullQuery(account, row.pullId ?? ''))
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <CopyLoading title={row.title} />
  const { record } = data
  return (
    <>
      <Card {...{ row, actions }}>
        <Copy title={row.title} html="" />
      </Card>
      <div className={belowCard}>
        <p className="text-quiet">{row.reason || 'It could not be classified.'}</p>
        {record && <Merge pull={record} isOnly isTitleShown={false} isOpen />}
      </div>
    </>
  )
}
