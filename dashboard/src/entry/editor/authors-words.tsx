import { Button } from '../../parts/button.tsx'

interface Props {
  words: string
  /** Takes the words as the body. */
  onAdd: () => void
}

/** What the author wrote about a merge, offered where an entry has no body yet. */
export const AuthorsWords = ({ words, onAdd }: Props) => (
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
