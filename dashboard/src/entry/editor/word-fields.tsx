import { Button } from '../../parts/button.tsx'
import { leaveOnEscape, MarkdownArea, MarkdownField } from './markdown-field.tsx'
import type { EntryEditor } from './use-entry-editor.ts'

export const TITLE_FIELD = 'entry-title'

interface Props {
  editor: EntryEditor
  /** What the author wrote about the merge. */
  description?: string | undefined
}

/** The fields for the headline and the body. */
export function WordFields({ editor, description }: Props) {
  const { title, body } = editor.words
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <div className="flex justify-between gap-2">
          <label htmlFor={TITLE_FIELD} className="font-semibold">
            Headline
          </label>
          <span className="text-s tabular-nums text-quiet">{title.length} characters</span>
        </div>
        <Headline editor={editor} className="rounded-md border border-edge bg-floating px-3 py-2 text-xl" />
      </div>
      <MarkdownField label="Body" value={body} onChange={typed => editor.type({ body: typed })} />
      <AuthorsWords body={body} description={description} onAdd={typed => editor.type({ body: typed })} />
    </div>
  )
}

/** The classes of fields around words, which keep the words where they are read. */
const inPlaceClass =
  '-mx-3 -my-1 rounded-md px-3 py-1 hover:bg-raised/60 focus:bg-floating focus:outline-2 focus:outline-edge'

/** The fields in the same size and place as the words that are read. */
export function WordsInPlace({ editor, description }: Props) {
  const { body } = editor.words
  return (
    <div className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-3 font-serif">
      <Headline
        editor={editor}
        label="Headline"
        className={`w-[calc(100%+24px)] text-2xl text-balance wrap-anywhere ${inPlaceClass}`}
      />
      <MarkdownArea
        aria-label="Body"
        placeholder="Body, in Markdown"
        value={body}
        onType={typed => editor.type({ body: typed })}
        className={`min-h-9 font-serif text-[17px] leading-7 resize-none w-[calc(100%+24px)] ${inPlaceClass}`}
      />
      <AuthorsWords body={body} description={description} onAdd={typed => editor.type({ body: typed })} />
    </div>
  )
}

interface OfferProps extends Pick<Props, 'description'> {
  body: string
  onAdd: (body: string) => void
}

/** The words of a description, without comments of a template, heading marks and the addresses of links. */
const wordsOf = (markdown: string): string =>
  markdown
    .replace(/<!--[^<>]*-->/g, '')
    .replace(/^#+ /gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .trim()

/** Offers what the author wrote as a start for an empty body. */
export function AuthorsWords({ body, description = '', onAdd }: OfferProps) {
  const words = wordsOf(description)
  if (body !== '' || words === '') return null
  return (
    <div className="border-l border-line pl-4">
      <p className="flex items-center gap-1 font-sans text-s text-quiet">
        From the pull request
        <Button
          variant="ghost"
          className="px-2! font-semibold"
          aria-label="Add what the author wrote"
          onClick={() => onAdd(description.trim())}
        >
          Add
        </Button>
      </p>
      <p
        dir="auto"
        className="line-clamp-6 max-w-text font-serif text-[17px] leading-7 whitespace-pre-line wrap-anywhere text-quiet"
      >
        {words}
      </p>
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
