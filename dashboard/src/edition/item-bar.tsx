import { useOtherWords } from '../entry/other-words/use-other-words.tsx'
import { useKeys } from '../frame/keys.ts'
import { ActionToolbar, KeyLine, MoreActions } from '../inbox/action-bar.tsx'
import { ApproveButton } from '../inbox/approve-button.tsx'
import { isTold } from '../inbox/edition-rows.ts'
import type { InboxRow } from '../inbox/queries.ts'
import { rowId } from '../inbox/search.ts'
import type { InboxActions } from '../inbox/use-inbox-keys.ts'
import { Button } from '../parts/button.tsx'
import type { MenuItem } from '../parts/overlay/menu-popup.tsx'
import type { ShownEdition } from './edition-pane.tsx'
import { itemIn, movedBy } from './placing.ts'

interface Props extends Pick<ShownEdition, 'edition' | 'actions'> {
  row: InboxRow
  draft: InboxActions
}

/** The actions on the edition and its current row; on a phone at the foot of the screen, in place of the navigation. */
export function EditionBar(props: Props) {
  const { edition, row, draft } = props
  const isHead = row.tab === 'edition'
  const ask = useOtherWords(rowId(row), isHead && edition.state === 'queued' ? 'publisher' : 'writer')
  useKeys(ask ? { w: ask } : {})
  const more = moreOf(props, ask)
  if (!draft.canWrite) return null
  return (
    <ActionToolbar label="Actions" moves={draft}>
      {isHead ? draft.canPublish && <Going {...props} /> : <Parts {...props} />}
      <Button
        variant={row.tab === 'held' ? 'primary' : 'ghost'}
        aria-label={isHead ? 'Edit title and opening' : undefined}
        onClick={draft.edit}
      >
        Edit
      </Button>
      {more.length > 0 && <MoreActions className="" items={more} />}
      <KeyLine>{isHead ? headKeys(props) : '1 story · 2 line · 3 leave out · e edit'}</KeyLine>
    </ActionToolbar>
  )
}

/** The keys of the actions that the edition has. */
const headKeys = ({ edition, draft }: Props): string =>
  edition.state === 'draft' && edition.size > 0 && draft.canPublish ? '⏎ approve · p now · e edit' : 'e edit'

/** The button that queues or publishes the edition, or takes it out of the queue. An empty edition has none. */
function Going({ edition, actions }: Props) {
  if (edition.state === 'queued')
    return (
      <>
        <Button onClick={actions.unqueue}>{edition.immediate ? 'Undo' : 'Unqueue'}</Button>
        {!edition.immediate && edition.size > 0 && <Button onClick={actions.publish}>Publish</Button>}
      </>
    )
  if (edition.size === 0) return null
  return (
    <ApproveButton
      key={edition.id}
      subject={`“${edition.title}”`}
      nextTime={actions.nextTime}
      variant="primary"
      others={[]}
      onApprove={actions.queue}
      onPublish={actions.publish}
    />
  )
}

const PARTS = [
  ['story', 'Story'],
  ['line', 'Line'],
  ['out', 'Leave out'],
] as const

/** Buttons that place the row in the edition, or take in one that is held or left out. */
function Parts({ edition, row, actions }: Props) {
  if (row.tab === 'out')
    return (
      <Button variant="primary" onClick={actions.putIn}>
        Add
      </Button>
    )
  if (row.tab === 'held')
    return edition.held.some(({ item, reason }) => item.id === row.id && reason === 'not-live') ? (
      <Button onClick={actions.putIn}>Add</Button>
    ) : null
  return (
    <fieldset aria-label="How it is told" className="flex rounded-md bg-ink/6 p-0.5!">
      {PARTS.map(([part, label]) => (
        <Button
          key={part}
          variant="ghost"
          className="h-8! px-3! pointer-coarse:h-10! aria-pressed:bg-floating aria-pressed:font-semibold aria-pressed:ring-1 aria-pressed:ring-rim"
          aria-pressed={row.tab === part}
          onClick={() => actions.place({ part })}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

function moreOf({ edition, row, actions, draft }: Props, ask: (() => void) | null): MenuItem[] {
  const step = (label: string, hotkey: string, by: 1 | -1) =>
    isTold(row) && movedBy(edition, row, by) ? [{ label, hotkey, onPick: () => actions.move(by) }] : []
  const words = ask ? [{ label: 'Reword', hotkey: 'w', onPick: ask }] : []
  if (row.tab === 'edition') return words
  return [
    ...step('Move up', 'alt ↑', -1),
    ...step('Move down', 'alt ↓', 1),
    ...(itemIn(edition, rowId(row))?.isPlaced
      ? [{ label: 'Place by weight', hotkey: '0', onPick: () => actions.place({ part: 'auto' }) }]
      : []),
    ...words,
    { label: 'Not for customers', hotkey: 'i', onPick: draft.internal },
    { label: 'Dismiss', hotkey: 'd', onPick: draft.dismiss },
    ...(draft.canPublish ? [{ label: 'Publish it alone now', onPick: draft.publish }] : []),
  ]
}
