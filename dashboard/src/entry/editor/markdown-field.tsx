import { type ComponentProps, type KeyboardEvent, useId } from 'react'
import { Button } from '../../parts/button.tsx'

interface Props extends Pick<AreaProps, 'authorsWords'> {
  value: string
  onChange: (value: string) => void
}

/** The marks that ctrl with a key puts around the selected text. */
const MARKS: Record<string, string> = { b: '**', i: '_', e: '`' }

/** Leaves the field, so that single keys act on the entry again. */
export function leaveOnEscape({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Escape') currentTarget.blur()
}

/** The field for the body of an entry, in Markdown. */
export function MarkdownField({ value, onChange, authorsWords }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-2">
        <label htmlFor={id} className="font-semibold">
          Body
        </label>
        <span id={`${id}-hint`} title="Ctrl+B bold, Ctrl+I italic, Ctrl+E code" className="text-s text-quiet">
          Markdown
        </span>
      </div>
      <MarkdownArea
        id={id}
        rows={6}
        aria-describedby={`${id}-hint`}
        value={value}
        authorsWords={authorsWords}
        onType={onChange}
        // What is offered stands in sight below it.
        className={`rounded-md border border-edge bg-floating px-3 py-2 font-serif text-l ${value === '' && authorsWords ? 'min-h-16' : 'min-h-36'}`}
      />
    </div>
  )
}

interface AreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  value: string
  /** What the author wrote about the merge. It is offered below an empty text, and one click takes it. */
  authorsWords?: string | undefined
  onType: (value: string) => void
}

/** A text area for Markdown: ctrl b, i and e make text bold, italic and code. */
export function MarkdownArea({ value, authorsWords, onType, className, ...area }: AreaProps) {
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    leaveOnEscape(event)
    const mark = event.ctrlKey || event.metaKey ? MARKS[event.key] : undefined
    if (mark === undefined) return
    event.preventDefault()
    const field = event.currentTarget
    const { selectionStart: start, selectionEnd: end } = field
    field.setRangeText(`${mark}${value.slice(start, end)}${mark}`, start, end, 'end')
    field.setSelectionRange(start + mark.length, end + mark.length)
    onType(field.value)
  }
  return (
    <div className="grid gap-3">
      <textarea
        dir="auto"
        {...area}
        value={value}
        onChange={event => onType(event.target.value)}
        onKeyDown={press}
        className={`field-sizing-content supports-[field-sizing:content]:resize-none ${className}`}
      />
      {authorsWords && value === '' && (
        <AuthorsWords words={authorsWords} onAdd={() => onType(authorsWords)} />
      )}
    </div>
  )
}

interface AuthorsProps {
  words: string
  /** Takes the words as the body. */
  onAdd: () => void
}

/** What the author wrote about a merge, offered where an entry has no body yet. */
export const AuthorsWords = ({ words, onAdd }: AuthorsProps) => (
  <div className="grid gap-2 rounded-md border border-line border-dashed bg-raised/40 px-4 py-3 font-serif text-quiet">
    <p dir="auto" className="max-w-text text-[17px] leading-7 whitespace-pre-line wrap-anywhere">
      {words}
    </p>
    <p className="flex flex-wrap items-center gap-x-3 font-sans text-s">
      From the pull request, not in the entry yet
      <Button className="h-8! px-3!" aria-label="Add what the author wrote" onClick={onAdd}>
        Add
      </Button>
    </p>
  </div>
)
