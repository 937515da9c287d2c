import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import type { EntryEditor } from './editor/use-entry-editor.ts'
import { contested, type EditedWords, merged } from './editor/words.ts'

const LABELS = { title: 'Headline', body: 'Body' } as const

type Side = 'yours' | 'theirs'

/** Shows both versions of a field that two people changed, side by side, to choose from. */
export function Conflict({ editor, theirs }: { editor: EntryEditor; theirs: EditedWords }) {
  const { words, base } = editor
  const [fields] = useState(() => contested(base, words, theirs))
  const [chosen, setChosen] = useState<Record<keyof EditedWords, Side>>({ title: 'yours', body: 'yours' })
  const both = merged(base, words, theirs, {
    title: (chosen.title === 'yours' ? words : theirs).title,
    body: (chosen.body === 'yours' ? words : theirs).body,
  })
  return (
    <section aria-label="Two versions" className="grid max-w-wide gap-4 rounded-md border border-danger p-4">
      <p role="alert" className="font-semibold">
        Somebody else changed this entry while you were editing. Choose what to keep.
      </p>
      {fields.map(field => (
        <fieldset key={field} className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1 font-semibold">{LABELS[field]}</legend>
          {(['yours', 'theirs'] as const).map(side => (
            <label
              key={side}
              className="flex cursor-pointer gap-2 rounded-md p-3 ring-1 ring-rim ring-inset hover:ring-edge has-checked:bg-raised has-checked:ring-2 has-checked:ring-quiet"
            >
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={chosen[field] === side}
                onChange={() => setChosen({ ...chosen, [field]: side })}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span className="grid min-w-0 gap-1">
                <span className="text-s text-quiet">
                  {side === 'yours' ? 'Your version' : 'Saved version'}
                </span>
                <span dir="auto" className="font-serif whitespace-pre-wrap wrap-anywhere">
                  {(side === 'yours' ? words : theirs)[field] || '(empty)'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={editor.state === 'saving'} onClick={() => void editor.resolve(both)}>
          Save
        </Button>
        <Button aria-label="Discard your version" onClick={editor.discard}>
          Discard
        </Button>
      </div>
    </section>
  )
}
