import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { base } from '../api/client.ts'
import { entryQuery } from '../api/entry-queries.ts'
import { EditInPlace } from '../entry/edit-in-place.tsx'
import { WORDS_ONLY } from '../frame/keys.ts'
import { useAccount } from '../frame/use-account.ts'
import { useRowFocus } from '../inbox/list/use-list-focus.ts'
import { LoadError } from '../parts/page.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Prose } from '../parts/text/prose.tsx'
import { useDraggableItem } from './dragging.ts'
import type { EditionItem } from './edition.ts'
import { Grounds } from './grounds.tsx'
import type { EditionActions } from './use-edition-keys.ts'

/** What every row needs to know of the page. */
export interface RowContext {
  actions: EditionActions
  current: string | null
  /** The one row that the tab key stops at. */
  tabStop: string
  /** The row whose words are fields. */
  edited: string | null
  onChoose: (id: string) => void
  onLeave: () => void
}

interface HeadlineProps extends Pick<RowContext, 'actions' | 'onChoose'> {
  id: string
  title: string
  isCurrent: boolean
  isTabStop: boolean
  isMovable: boolean
  /** Whether the body of a line is shown below it. */
  isOpen?: boolean
}

/** For the actions, which stay above the sheet, or on a phone below it. */
const SCROLL_MARGIN = { scrollMargin: '112px 0 96px' }

/** The headline of a row: pressing anywhere on the row chooses it. Alt with an arrow moves it, an arrow alone chooses its neighbour. */
export function RowHeadline(props: HeadlineProps) {
  const { id, title, isCurrent, isTabStop, isMovable, actions, onChoose } = props
  const { id: account } = useAccount()
  const link = useRowFocus(isTabStop)
  useLayoutEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent, link])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    if (event.altKey) actions.move(event.key === 'ArrowUp' ? -1 : 1)
    else if (event.key === 'ArrowUp') actions.previous()
    else actions.next()
  }
  return (
    <Link
      ref={link}
      to="/$account/entries/$entry"
      params={{ account, entry: id }}
      preload={false}
      tabIndex={isTabStop ? 0 : -1}
      data-item
      draggable={false}
      dir="auto"
      aria-current={isCurrent ? 'true' : undefined}
      aria-expanded={props.isOpen}
      aria-keyshortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
      onKeyDown={press}
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
    </Link>
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

/** Where what is dragged would go. */
const DropLine = ({ edge }: { edge: 'above' | 'below' }) => (
  <span
    aria-hidden="true"
    className={`absolute inset-x-0 h-px bg-accent ${edge === 'above' ? 'top-0' : 'bottom-0'}`}
  />
)

/** An entry of the sheet, which can be dragged; or its fields. */
function Row({ item, context, children }: TitledProps & { children: ReactNode }) {
  const isEdited = context.edited === item.id
  const isMovable = context.actions.canWrite && !isEdited
  const { element, isDragged, edge } = useDraggableItem(item.id, { isMovable, accepts: true })
  return (
    <li
      ref={element}
      className={`${rowClass(context.current === item.id)} ${isDragged ? 'opacity-40' : ''} ${isMovable ? 'pointer-fine:cursor-grab' : ''}`}
    >
      {context.current === item.id && <CurrentMark />}
      {edge && <DropLine edge={edge} />}
      {isEdited ? <Fields entry={item.id} onLeave={context.onLeave} /> : children}
    </li>
  )
}

/** A story: its kind, and all that there is to read. */
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
          <ItemHeadline item={item} context={context} />
        </h3>
        <ItemImage item={item} />
        <Prose html={item.html} />
        {item.isUnsure && context.current === item.id && <Grounds entry={item.id} />}
      </article>
    </Row>
  )
}

/** The size of a line's words on the hosted page. */
const LINE_SIZE = { font: '400 17px / 28px var(--font-serif)' }

/** A line of a list. What more there is to read of the current one opens below it, as readers open it. */
export function Line({ item, context }: TitledProps) {
  const isOpen = context.current === item.id
  return (
    <Row item={item} context={context}>
      <div className="grid gap-1 py-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span style={LINE_SIZE} className="min-w-0">
            <ItemHeadline item={item} context={context} isOpen={item.html === '' ? undefined : isOpen} />
          </span>
          <span className="ml-auto flex items-center gap-2 text-s text-quiet">
            <Marks item={item} context={context} />
          </span>
        </p>
        {isOpen && <ItemImage item={item} />}
        {isOpen && <Prose html={item.html} />}
        {isOpen && item.isUnsure && <Grounds entry={item.id} />}
      </div>
    </Row>
  )
}

function ItemHeadline({ item, context, isOpen }: TitledProps & { isOpen?: boolean | undefined }) {
  return (
    <RowHeadline
      id={item.id}
      title={item.title}
      isCurrent={context.current === item.id}
      isTabStop={context.tabStop === item.id}
      isMovable={context.actions.canWrite}
      actions={context.actions}
      onChoose={context.onChoose}
      {...(isOpen !== undefined && { isOpen })}
    />
  )
}

const markClass = 'relative z-10 rounded-md px-1 underline hover:text-ink pointer-coarse:min-h-11'

/** That the machine is unsure about it, or that a person placed it; each with the way back. The keys are 3 and 0. */
function Marks({ item, context: { actions } }: TitledProps) {
  const row = { id: item.id, title: item.title, standing: 'story', item } as const
  return (
    <>
      {item.isUnsure && !item.isPlaced && (
        <span title="It is not certain that customers notice this.">
          unsure
          {actions.canWrite && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Leave out: ${item.title}`}
              className={markClass}
              onClick={() => actions.place({ part: 'out' }, row)}
            >
              leave out
            </button>
          )}
        </span>
      )}
      {item.isPlaced && (
        <span className="flex items-center" title="A person put it here. It stays, whatever is merged later.">
          <Pin />
          <span className="sr-only">placed by a person</span>
        </span>
      )}
    </>
  )
}

const Pin = () => (
  <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5 shrink-0">
    <path
      d="M6 2h4M6.5 2v4.5L4.5 9h7l-2-2.5V2M8 9v5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

function ItemImage({ item }: { item: EditionItem }) {
  const { id } = useAccount()
  if (!item.image) return null
  const { sha256, alt } = item.image
  return (
    <img
      src={`${base}api/accounts/${id}/images/${sha256}`}
      alt={alt}
      draggable={false}
      className="max-h-80 w-fit rounded-md"
    />
  )
}

/** The words of a row as fields, in its place. */
export function Fields({ entry, onLeave }: { entry: string; onLeave: () => void }) {
  const { id } = useAccount()
  const { data, error, refetch } = useQuery(entryQuery(id, entry))
  const [bar, setBar] = useState<HTMLElement | null>(null)
  return (
    <div className="grid gap-3 py-4">
      {data && <EditInPlace entry={data.entry} bar={bar} approval={null} onLeave={onLeave} />}
      <div ref={setBar} className="flex flex-wrap gap-2" />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && (
        <div {...WORDS_ONLY}>
          <CopyLoading title="" />
        </div>
      )}
    </div>
  )
}
