import type { EntryDetail } from '../api/entry-queries.ts'
import { Button } from '../parts/button.tsx'
import { Fold } from '../parts/fold.tsx'
import type { EntryEditor } from './editor/use-entry-editor.ts'
import { useHasWriter } from './other-words/use-other-words.tsx'

interface Props {
  detail: EntryDetail
  /** Null for those who change nothing. */
  editor: EntryEditor | null
}

/** What was changed of the machine's words, with the way back to them, and what it proposes in their place. Nothing where they stand as they were written. */
export function MachineWords({ detail: { texts, proposal }, editor }: Props) {
  const hasWriter = useHasWriter()
  if (proposal && editor) return <ProposedWords proposal={proposal} editor={editor} />
  if (!texts.difference) return null
  return (
    <Fold title="What was changed of the machine's words">
      <Difference difference={texts.difference} />
      {editor && (
        <div className="flex flex-wrap gap-2">
          <Button aria-label="Restore the machine's words" onClick={() => editor.type(texts.machine)}>
            Restore
          </Button>
          {/* A writer is asked for other words below the fields. */}
          {hasWriter === false && (
            <Button
              busy={editor.state === 'saving'}
              disabled={editor.isDirty}
              onClick={() => void editor.regenerate()}
            >
              Reword
            </Button>
          )}
        </div>
      )}
    </Fold>
  )
}

interface ProposedProps {
  proposal: NonNullable<EntryDetail['proposal']>
  editor: EntryEditor
}

/** Other words by the machine, compared with the current ones: to take or to decline. */
function ProposedWords({ proposal: { difference }, editor }: ProposedProps) {
  const isBusy = editor.state === 'saving'
  return (
    <section aria-label="Proposed words" className="grid gap-3">
      <h3 className="font-semibold">New words, compared with yours</h3>
      {difference ? (
        <Difference difference={difference} />
      ) : (
        <p className="text-quiet">The machine wrote the same words again.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-label="Replace your words"
          busy={isBusy}
          disabled={editor.isDirty}
          onClick={() => void editor.answer(true)}
        >
          Replace
        </Button>
        <Button
          aria-label="Keep your words"
          disabled={isBusy || editor.isDirty}
          onClick={() => void editor.answer(false)}
        >
          Keep
        </Button>
      </div>
    </section>
  )
}

type TextDifference = NonNullable<EntryDetail['texts']['difference']>

/** The difference between two texts: what was removed and what was added. */
const Difference = ({ difference: { title, body } }: { difference: TextDifference }) => (
  <div className="grid gap-3 rounded-md bg-raised p-4 font-serif">
    <p dir="auto" className="text-xl font-semibold">
      <Words parts={title} />
    </p>
    <p dir="auto" className="text-l whitespace-pre-wrap">
      <Words parts={body} />
    </p>
  </div>
)

const Words = ({ parts }: { parts: TextDifference['title'] }) =>
  parts.map((part, at) => {
    const key = `${at}-${part.in}`
    if (part.in === 'earlier')
      return (
        <del key={key} className="text-danger">
          {part.text}
        </del>
      )
    if (part.in === 'later')
      return (
        <ins key={key} className="text-kind-green">
          {part.text}
        </ins>
      )
    return part.text
  })
