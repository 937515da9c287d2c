import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import type { Words } from './kept-words.ts'
import type { EntryEditor } from './use-entry-editor.ts'

const FIELDS = [
  { field: 'title', label: 'Headline' },
  { field: 'body', label: 'Body' },
] as const

type Side = 'yours' | 'theirs'

/** Two people changed the entry: both versions side by side, to choose from for each field. */
export function Conflict({ editor, theirs }: { editor: EntryEditor; theirs: Words }) {
  const differing = FIELDS.filter(({ field }) => editor.words[field] !== theirs[field])
  const isTheirsAlone = (field: keyof Words) => editor.words[field] === editor.base[field]
  const [chosen, setChosen] = useState<Record<keyof Words, Side>>({
    title: isTheirsAlone('title') ? 'theirs' : 'yours',
    body: isTheirsAlone('body') ? 'theirs' : 'yours',
  })
  const wordFor = (field: keyof Words) => (chosen[field] === 'yours' ? editor.words : theirs)[field]
  return (
    <section
      aria-label="Two versions"
      className="grid max-w-[1000px] gap-4 rounded-md border border-danger p-4"
    >
      <p role="alert" className="font-semibold">
        Somebody else changed this entry while you were editing. Choose what to keep.
      </p>
      {differing.map(({ field, label }) => (
        <fieldset key={field} className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1 font-semibold">{label}</legend>
          {(['yours', 'theirs'] as const).map(side => (
            <label
              key={side}
              className="flex cursor-pointer gap-2 rounded-md bg-raised p-3 has-checked:ring-2 has-checked:ring-accent"
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
                  {(side === 'yours' ? editor.words : theirs)[field] || '(empty)'}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={editor.state === 'saving'}
          onClick={() => void editor.resolve({ title: wordFor('title'), body: wordFor('body') })}
        >
          Save what I chose
        </Button>
        <Button onClick={editor.discard}>Keep the saved version</Button>
      </div>
    </section>
  )
}
