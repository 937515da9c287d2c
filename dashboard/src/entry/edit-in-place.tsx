import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { EntryDetail } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import { Conflict } from './conflict.tsx'
import { useEntryEditor } from './editor/use-entry-editor.ts'
import { TITLE_FIELD, WordFields } from './entry-form.tsx'
import { EntryState } from './entry-state.tsx'
import { OtherWordsButton } from './other-words/other-words-button.tsx'

interface Props {
  entry: EntryDetail['entry']
  onLeave: () => void
}

/** The words of an entry as fields, in the place where they are read. `ctrl enter` saves and stays, `esc` leaves. */
export function EditInPlace({ entry, onLeave }: Props) {
  const { id: account } = useAccount()
  const editor = useEntryEditor(entry)
  const [wish, setWish] = useState<'save' | 'leave' | null>(null)
  useLayoutEffect(focusHeadline, [])

  const { state, savesItself, save } = editor
  const fulfil = useEffectEvent(() => {
    if (state === 'unsaved' && (savesItself || wish === 'save')) return void save()
    setWish(null)
    if (wish === 'leave' && state !== 'conflict') onLeave()
  })
  useEffect(() => {
    // biome-ignore lint/nursery/useReactCompiler: a wish is fulfilled when the editor's state allows it, and is none then
    if (wish !== null && state !== 'saving') fulfil()
  }, [wish, state])

  const leave = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    setWish('leave')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) setWish('save')
    else return
    event.preventDefault()
  }
  return (
    <section aria-label="Edit" className="grid gap-4" onKeyDown={press}>
      <h2 className="sr-only">Edit the entry</h2>
      {editor.theirs && <Conflict key={editor.theirs.version} editor={editor} theirs={editor.theirs} />}
      <WordFields editor={editor} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {savesItself && (
          <Button variant="primary" onClick={() => setWish('save')}>
            Save <Key>ctrl ⏎</Key>
          </Button>
        )}
        <Button onClick={leave}>
          Done <Key>esc</Key>
        </Button>
        <OtherWordsButton entry={entry} editor={editor} />
        <Link
          to="/$account/entries/$entry"
          params={{ account, entry: entry.id }}
          className="rounded-md text-quiet underline hover:text-ink"
        >
          Image, posts and history
        </Link>
      </div>
      <EntryState entry={entry} editor={editor} isReadOnly={false} />
    </section>
  )
}

/** Puts the cursor at the end of the headline. */
function focusHeadline(): void {
  const field = document.getElementById(TITLE_FIELD)
  if (!(field instanceof HTMLTextAreaElement)) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
