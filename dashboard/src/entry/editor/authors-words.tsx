import { Button } from '../../parts/button.tsx'

interface OfferProps {
  className?: string
  onAdd: () => void
}

/** Says what the words above it are, and takes them as the body. */
export const AuthorsOffer = ({ className = '', onAdd }: OfferProps) => (
  <p className={`flex items-center gap-1 font-sans text-s text-quiet ${className}`}>
    From the pull request, not in the entry yet
    <Button
      variant="ghost"
      className="px-2! font-semibold"
      aria-label="Add what the author wrote"
      onClick={onAdd}
    >
      Add
    </Button>
  </p>
)

interface Props {
  words: string
  onAdd: () => void
}

/** What the author wrote about a merge, in the place of an empty body. */
export const AuthorsWords = ({ words, onAdd }: Props) => (
  <div className="border-line border-s-2 ps-4 font-serif text-quiet">
    <p dir="auto" className="max-w-text text-[17px] leading-7 whitespace-pre-line wrap-anywhere">
      {words}
    </p>
    <AuthorsOffer onAdd={onAdd} />
  </div>
)
