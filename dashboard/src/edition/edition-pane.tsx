import type { InboxRow } from '../inbox/queries.ts'
import { rowId } from '../inbox/search.ts'
import { Prose } from '../parts/text/prose.tsx'
import type { EditionData, EditionItem, OpenEdition } from './edition.ts'
import { CurrentMark, Fields, Line, type RowContext, RowHeadline, rowClass, Story } from './edition-item.tsx'
import { EmptyEdition, OlderDrafts, Readiness } from './edition-state.tsx'
import { droppedAt } from './placing.ts'
import { ThemeOffer } from './theme-offer.tsx'
import type { EditionActions } from './use-edition-actions.ts'
import { useCombining } from './use-placing.ts'

/** The account's open edition, and what can be done with it. */
export interface ShownEdition {
  data: EditionData
  edition: OpenEdition
  actions: EditionActions
}

interface Props extends ShownEdition {
  row: InboxRow
  canWrite: boolean
  /** Whether the words of the row are being edited in place. */
  isEditing: boolean
  /** The element that contains the buttons of the fields. */
  bar: HTMLElement | null
  onChoose: (id: string) => void
  onLeave: () => void
}

/** The edition that goes out next as readers will see it, with the current row marked. */
export function EditionPane({
  data,
  edition,
  actions,
  row,
  canWrite,
  isEditing,
  bar,
  onChoose,
  onLeave,
}: Props) {
  const combine = useCombining()
  const current = rowId(row)
  const context: RowContext = {
    ...{ actions, canWrite, current, bar, onChoose, onLeave },
    edited: isEditing ? current : null,
    onDrop: (id, on, edge) => actions.place(droppedAt(edition, on, edge), id),
  }
  return (
    <>
      {!isEditing && <Readiness edition={edition} onLeaveOut={canWrite ? actions.leaveOutUnsure : null} />}
      {!isEditing && (
        <ThemeOffer
          edition={edition}
          onCombine={async ids => {
            const story = await combine(ids)
            if (story !== null) onChoose(story)
          }}
        />
      )}
      <Sheet data={data} edition={edition} context={context} />
      {edition.older && edition.size > 0 && <OlderDrafts older={edition.older} />}
    </>
  )
}

interface SheetProps extends Pick<ShownEdition, 'data' | 'edition'> {
  context: RowContext
}

/** The edition laid out as the hosted page shows it. */
function Sheet({ data, edition, context }: SheetProps) {
  const { stories, lists, size } = edition
  return (
    <section
      aria-label="As readers will see it"
      className={`grid ${context.edited === null ? 'max-w-page' : 'max-w-none'} grid-cols-[minmax(0,1fr)] content-start gap-7 rounded-md bg-floating px-5 py-6 ring-1 ring-line md:px-10 md:py-8`}
    >
      <Head edition={edition} context={context} />
      {size === 0 && <EmptyEdition {...data} edition={edition} nextTime={context.actions.nextTime} />}
      {stories.length > 0 && (
        <ul aria-label="Stories" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {stories.map(item => (
            <Story key={item.id} item={item} context={context} />
          ))}
        </ul>
      )}
      {lists.map(list => (
        <Lines key={list.title} {...list} context={context} />
      ))}
    </section>
  )
}

interface LinesProps {
  title: string
  items: EditionItem[]
  shown: number
  context: RowContext
}

/** What is told in a line each, folded where readers see it folded; open while the current row is among the folded ones. */
function Lines({ title, items, shown, context }: LinesProps) {
  const lines = (some: EditionItem[]) => (
    <ul className="grid grid-cols-[minmax(0,1fr)]">
      {some.map(item => (
        <Line key={item.id} item={item} context={context} />
      ))}
    </ul>
  )
  const folded = items.slice(shown)
  const isOpen = folded.some(({ id }) => id === context.current)
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-l font-semibold">{title}</h3>
      {lines(items.slice(0, shown))}
      {folded.length > 0 && (
        <details key={String(isOpen)} open={isOpen}>
          <summary className="w-fit cursor-pointer rounded-md text-quiet hover:text-ink">
            {folded.length} more
          </summary>
          {lines(folded)}
        </details>
      )}
    </section>
  )
}

/** The title and the opening of the edition. */
function Head({ edition: { id, title, html }, context }: Omit<SheetProps, 'data'>) {
  const isCurrent = context.current === id
  if (context.edited === id)
    return (
      <div className={rowClass(isCurrent)}>
        <Fields entry={id} context={context} />
      </div>
    )
  return (
    <div className={`${rowClass(isCurrent)} grid gap-3 py-3`}>
      {isCurrent && <CurrentMark />}
      <h2 className="font-serif text-2xl font-semibold text-balance">
        <RowHeadline id={id} title={title} context={context} />
      </h2>
      <Prose html={html} />
    </div>
  )
}
