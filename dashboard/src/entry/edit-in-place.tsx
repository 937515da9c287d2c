import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { EntryDetail } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import { EntryLink } from '../parts/text/entry-link.tsx'
import { Conflict } from './conflict.tsx'
import { type EntryEditor, useEntryEditor } from './editor/use-entry-editor.ts'
import { TITLE_FIELD, WordsInPlace } from './editor/word-fields.tsx'
import { EntryState } from './entry-state.tsx'
import { OtherWordsButton } from './other-words/use-other-words.tsx'

export interface Approval {
  /** The text of the button. */
  label: ReactNode
  decision: Decision
  /** Called with the version that was saved. */
  run: (version: number) => void
}

interface Props {
  entry: EntryDetail['entry']
  /** The element for the buttons; null while it is not mounted. */
  bar: HTMLElement | null
  /** The action that approves the entry, for people who may. */
  approval: Approval | null
  onLeave: () => void
  /** What the author wrote about the merge. */
  authorsWords?: string | undefined
  /** What stands beside the words on a large screen, and below them on a small one. */
  beside?: (editor: EntryEditor) => ReactNode
}

/** What happens after saving. `save` and `approve` save first, and then leave. */
type Wish = 'save' | 'leave' | 'approve'

/** The words of an entry as fields, in the place where they are read. `ctrl enter` saves and leaves, `esc` leaves. */
export function EditInPlace({ entry, bar, approval, onLeave, authorsWords, beside }: Props) {
  const editor = useEntryEditor(entry)
  const [wish, setWish] = useState<Wish | null>(null)
  useLayoutEffect(focusHeadline, [])

  const { state, savesItself, save } = editor
  const fulfil = useEffectEvent(() => {
    if (state === 'unsaved' && (savesItself || wish !== 'leave')) return void save()
    setWish(null)
    if (state === 'conflict' || (state === 'failed' && wish !== 'leave')) return
    onLeave()
    if (wish === 'approve') approval?.run(editor.version)
  })
  useEffect(() => {
    if (wish !== null && state !== 'saving') fulfil()
  }, [wish, state])

  const finish = (wanted: Wish) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setWish(wanted)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') finish('leave')
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) finish('save')
    else return
    event.preventDefault()
  }
  const buttons = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields
    <div className="contents" onKeyDown={press}>
      {approval && entry.state === 'draft' && (
        <DecisionButton
          decision={approval.decision}
          subject={`“${entry.title}”`}
          variant="primary"
          className="max-md:flex-1"
          onClick={() => finish('approve')}
        >
          {approval.label}
        </DecisionButton>
      )}
      <Button className="max-md:flex-1" onClick={() => finish('leave')}>
        Close <Key>esc</Key>
      </Button>
      <div className="max-md:hidden md:px-0!">
        <OtherWordsButton entry={entry} editor={editor} />
      </div>
    </div>
  )
  const words = (
    <section aria-label="Edit" className="grid gap-4" onKeyDown={press}>
      <h2 className="sr-only">Edit the entry</h2>
      {bar && createPortal(buttons, bar)}
      {editor.theirs && <Conflict key={editor.theirs.version} editor={editor} theirs={editor.theirs} />}
      <WordsInPlace editor={editor} authorsWords={authorsWords} />
      <div className="flex max-w-text flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <EntryState entry={entry} editor={editor} isReadOnly={false} />
        <p className="text-s text-quiet">
          <span className="hidden xl:pointer-fine:inline">
            {savesItself
              ? 'Saves itself. Ctrl+Enter or Esc leaves. '
              : 'Ctrl+Enter saves and leaves, Esc leaves. '}
          </span>
          <EntryLink entry={entry.id}>Image, posts and history</EntryLink>
        </p>
      </div>
    </section>
  )
  if (beside === undefined) return words
  return (
    <div className="grid gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {words}
      {beside(editor)}
    </div>
  )
}

/** Puts the cursor at the end of the headline. */
function focusHeadline(): void {
  const field = document.getElementById(TITLE_FIELD)
  if (!(field instanceof HTMLTextAreaElement)) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
