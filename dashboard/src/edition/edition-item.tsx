import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { type EntryDetail, entryQuery } from '../api/entry-queries.ts'
import { EditInPlace } from '../entry/edit-in-place.tsx'
import type { EntryEditor } from '../entry/editor/use-entry-editor.ts'
import { useImageAddress } from '../entry/image/picture.tsx'
import { PullPictures } from '../entry/image/pull-pictures.tsx'
import { WORDS_ONLY } from '../frame/keys.ts'
import { PageLink, useAccountQuery } from '../frame/use-account.ts'
import { Grounds } from '../inbox/grounds.tsx'
import { Merge } from '../inbox/merge.tsx'
import { type Edge, useDraggable, useDropTarget } from '../parts/dragging.ts'
import { Icon } from '../parts/icon.tsx'
import { LoadError } from '../parts/loaded.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Prose } from '../parts/text/prose.tsx'
import type { EditionItem } from './edition.ts'
import type { EditionActions } from './use-edition-actions.ts'

/** What every row needs to know about the page. */
export interface RowContext {
  actions: EditionActions
  canWrite: boolean
  current: string
  /** The id of the row whose words are being edited in place. */
  edited: string | null
  /** The element that contains the buttons of the fields. */
  bar: HTMLElement | null
  onChoose: (id: string) => void
  /** Called when an entry is dropped above or below the row of another one. */
  onDrop: (id: string, on: string, edge: Edge) => void
  onLeave: () => void
}

interface HeadlineProps {
  id: string
  title: string
  context: RowContext
}

/** The margin that keeps scrolled rows clear of the actions below the sheet. */
const SCROLL_MARGIN = { scrollMargin: '24px 0 96px' }

/** The headline of a row. Pressing anywhere on the row selects it, as in the list. */
export function RowHeadline({ id, title, context: { current, onChoose } }: HeadlineProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const isCurrent = id === current
  useLayoutEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <PageLink
      ref={link}
      to="/$account/entries/$entry"
      params={{ entry: id }}
      preload={false}
      tabIndex={-1}
      draggable={false}
      dir="auto"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onChoose(id)
      }}
      style={SCROLL_MARGIN}
      className="rounded-md wrap-anywhere"
    >
      <Headline title={title} />
      <span className="absolute inset-0" />
    </PageLink>
  )
}

interface TitledProps {
  item: EditionItem
  context: RowContext
}

export const rowClass = (isCurrent: boolean): string =>
  `relative -mr-3 -ml-2 rounded-md px-2 ${isCurrent ? 'bg-raised' : ''}`

/** The mark at the edge of the current row. */
export const CurrentMark = () => (
  <span aria-hidden="true" className="absolute inset-y-0 left-0 w-0.5 bg-accent" />
)

/** A line that shows where the dragged entry would go. */
const DropLine = ({ edge }: { edge: Edge }) => (
  <span
    aria-hidden="true"
    className={`absolute inset-x-0 h-px bg-accent ${edge === 'above' ? 'top-0' : 'bottom-0'}`}
  />
)

/** A row of the sheet: an entry that can be dragged, or its fields. */
function Row({ item, context, children }: TitledProps & { children: ReactNode }) {
  const isEdited = context.edited === item.id
  const isMovable = context.canWrite && !isEdited
  const element = useRef<HTMLLIElement>(null)
  const isDragged = useDraggable(element, isMovable ? item.id : null)
  const edge = useDropTarget<string>(
    element,
    id => id !== item.id,
    (id, edge) => context.onDrop(id, item.id, edge),
  )
  return (
    <li
      ref={element}
      className={`${rowClass(context.current === item.id)} ${isDragged ? 'opacity-40' : ''} ${isMovable ? 'pointer-fine:cursor-grab' : ''}`}
    >
      {context.current === item.id && <CurrentMark />}
      {edge && <DropLine edge={edge} />}
      {isEdited ? <Fields entry={item.id} context={context} /> : children}
    </li>
  )
}

/** A story: its kind and its whole text. */
export function Story({ item, context }: TitledProps) {
  return (
    <Row item={item} context={context}>
      <article className="grid gap-1.5 py-3">
        <p className="flex flex-wrap items-center gap-x-2 text-s text-quiet">
          <KindGlyph kind={item.kind} /> <span aria-hidden="true">{KIND_FACES[item.kind].word}</span>
          {item.isBreaking && <span className="font-semibold text-danger">Breaking</span>}
          <Marks item={item} context={context} />
        </p>
        <h3 className="font-serif text-xl font-semibold text-balance">
          <RowHeadline id={item.id} title={item.title} context={context} />
        </h3>
        <ItemImage item={item} />
        <Prose html={item.html} />
        {context.current === item.id && <GroundsOf entry={item.id} />}
      </article>
    </Row>
  )
}

/** The size of a line's words on the hosted page. */
const LINE_SIZE = { font: '400 17px / 28px var(--font-serif)' }

/** A line of a list. The current one opens its text below it, as readers would open it. */
export function Line({ item, context }: TitledProps) {
  const isOpen = context.current === item.id
  return (
    <Row item={item} context={context}>
      <div className="grid gap-1 py-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span style={LINE_SIZE} className="min-w-0">
            <RowHeadline id={item.id} title={item.title} context={context} />
          </span>
          <span className="ml-auto flex items-center gap-2 text-s text-quiet">
            <Marks item={item} context={context} />
          </span>
        </p>
        {isOpen && <ItemImage item={item} />}
        {isOpen && <Prose html={item.html} />}
        {isOpen && <GroundsOf entry={item.id} />}
      </div>
    </Row>
  )
}

const markClass = 'relative z-10 rounded-md px-1 underline hover:text-ink pointer-coarse:min-h-11'

/**
 * Says that the machine is unsure about the entry, or that a person placed it, each with a button to change that. Their keys are 3 and 0.
 */
function Marks({ item, context: { actions, canWrite } }: TitledProps) {
  return (
    <>
      {item.isUnsure && !item.isPlaced && (
        <span title="It is not certain that customers notice this.">
          unsure
          {canWrite && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Leave out: ${item.title}`}
              className={markClass}
              onClick={() => actions.place({ part: 'out' }, item.id)}
            >
              leave out
            </button>
          )}
        </span>
      )}
      {item.isPlaced && (
        <span className="flex items-center" title="A person put it here. It stays, whatever is merged later.">
          <Icon name="pin" className="size-3.5" />
          <span className="sr-only">placed by a person</span>
        </span>
      )}
    </>
  )
}

function ItemImage({ item }: { item: EditionItem }) {
  const addressOf = useImageAddress()
  if (!item.image) return null
  const { sha256, alt } = item.image
  return <img src={addressOf(sha256)} alt={alt} draggable={false} className="max-h-80 w-fit rounded-md" />
}

/** The words of a row as fields, in the row's place. */
export function Fields({ entry, context: { bar, onLeave } }: { entry: string; context: RowContext }) {
  const { data, error, refetch } = useAccountQuery(account => entryQuery(account, entry))
  return (
    <div className="grid gap-3 py-4">
      {data && (
        <EditInPlace
          entry={data.entry}
          bar={bar}
          approval={null}
          onLeave={onLeave}
          authorsWords={data.pulls[0]?.authorsWords}
          beside={data.pulls.length === 0 ? undefined : editor => <Source detail={data} editor={editor} />}
        />
      )}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && (
        <div {...WORDS_ONLY}>
          <CopyLoading title="" />
        </div>
      )}
    </div>
  )
}

/** What a person needs to judge the current entry: the reason for its classification, and its merges. */
function GroundsOf({ entry: id }: { entry: string }) {
  const { data } = useAccountQuery(account => entryQuery(account, id))
  if (!data) return null
  return (
    <div className="relative z-10 mt-1 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3 font-sans text-m text-ink">
      <Grounds detail={data} isBrief />
    </div>
  )
}

/** What one words an entry from: what its authors wrote, and their pictures. */
const Source = ({ detail, editor }: { detail: EntryDetail; editor: EntryEditor }) => (
  <aside
    aria-label="What it is about"
    className="relative z-10 grid max-h-[70vh] grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-auto font-sans text-m text-ink"
  >
    <PullPictures detail={detail} editor={editor} />
    {detail.pulls.map(pull => (
      <Merge key={pull.id} pull={pull} isOnly={detail.pulls.length === 1} isOpen />
    ))}
  </aside>
)
