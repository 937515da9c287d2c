import type { EntryDetail } from '../api/entry-queries.ts'
import { Button } from '../parts/button.tsx'
import { Difference } from './difference.tsx'
import type { EntryEditor } from './editor/use-entry-editor.ts'
import { useHasWriter } from './other-words/use-other-words.tsx'

interface Props {
  proposal: EntryDetail['proposal']
  editor: EntryEditor
}

/** Other words by the machine, compared with the current ones: to take or to decline. */
export function ProposedWords({ proposal, editor }: Props) {
  const isBusy = editor.state === 'saving'
  const hasWriter = useHasWriter()
  // A writer is asked for other words beside the fields.
  if (!proposal && hasWriter) return null
  if (!proposal)
    return (
      <Button
        className="w-fit"
        busy={isBusy}
        disabled={editor.isDirty}
        onClick={() => void editor.regenerate()}
      >
        Write new words
      </Button>
    )
  return (
    <section aria-label="Proposed words" className="grid gap-3">
      <h3 className="font-semibold">New words, compared with yours</h3>
      <Difference difference={proposal.difference} same="The machine wrote the same words again." />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={isBusy}
          disabled={editor.isDirty}
          onClick={() => void editor.answer(true)}
        >
          Use the new words
        </Button>
        <Button disabled={isBusy || editor.isDirty} onClick={() => void editor.answer(false)}>
          Keep yours
        </Button>
      </div>
    </section>
  )
}
