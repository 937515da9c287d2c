import { leaveOnEscape, MarkdownArea, MarkdownField } from './markdown-field.tsx'
import type { EntryEditor } from './use-entry-editor.ts'

export const TITLE_FIELD = 'entry-title'

/** The number of characters from which a headline says how long it is. */
const LONG_TITLE = 60

interface Props {
  editor: EntryEditor
  /** What the author wrote about the merge. */
  authorsWords?: string | undefined
}

/** The fields for the headline and the body. */
export function WordFields({ editor, authorsWords }: Props) {
  const { title, body } = editor.words
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <div className="flex justify-between gap-2">
          <label htmlFor={TITLE_FIELD} className="font-semibold">
            Headline
          </label>
          {title.length >= LONG_TITLE && (
            <span className="text-s tabular-nums text-quiet">{title.length} characters</span>
          )}
        </div>
        <Headline editor={editor} className="rounded-md border border-edge bg-floating px-3 py-2 text-xl" />
      </div>
      <MarkdownField
        value={body}
        authorsWords={authorsWords}
        onChange={typed => editor.type({ body: typed })}
      />
    </div>
  )
}

/** The classes of fields around words, which keep the words where they are read. */
const inPlaceClass =
  'rounded-md px-3 py-1 hover:bg-raised/60 focus:bg-floating focus:outline-2 focus:outline-edge'

/** The fields in the same size and place as the words that are read. */
export function WordsInPlace({ editor, authorsWords }: Props) {
  const { body } = editor.words
  return (
    <div className="-mx-3 -my-1 grid max-w-146 grid-cols-[minmax(0,1fr)] gap-1 font-serif">
      <Headline
        editor={editor}
        label="Headline"
        className={`text-2xl text-balance wrap-anywhere ${inPlaceClass}`}
      />
      <MarkdownArea
        aria-label="Body"
        placeholder="Body, in Markdown"
        value={body}
        authorsWords={authorsWords}
        onType={typed => editor.type({ body: typed })}
        className={`min-h-9 font-serif text-[17px] leading-7 resize-none ${inPlaceClass}`}
      />
    </div>
  )
}

interface HeadlineProps extends Pick<Props, 'editor'> {
  /** The accessible name, if no label is next to the field. */
  label?: string
  className: string
}

const Headline = ({ editor, label, className }: HeadlineProps) => (
  <textarea
    id={TITLE_FIELD}
    dir="auto"
    rows={1}
    aria-label={label}
    placeholder="Headline"
    value={editor.words.title}
    onChange={event => editor.type({ title: event.target.value.replaceAll('\n', ' ') })}
    onKeyDown={leaveOnEscape}
    className={`field-sizing-content resize-none font-serif font-semibold ${className}`}
  />
)
