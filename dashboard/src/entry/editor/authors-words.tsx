import { Button } from '../../parts/button.tsx'

/** How many characters of a description are shown. */
const SHOWN = 400

/** The beginning of a description, without comments of a template, heading marks and the addresses of links. */
export function wordsOf(markdown: string): string {
  const words = markdown
    .replace(/<!--[^<>]*-->/g, '')
    .replace(/^#+ /gm, '')
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .trim()
  return words.length > SHOWN ? `${words.slice(0, SHOWN).trimEnd()}…` : words
}

interface OfferProps {
  className?: string
  onAdd: () => void
}

/** Says where the words above it are from, and takes them as the body. */
export const AuthorsOffer = ({ className = '', onAdd }: OfferProps) => (
  <p className={`flex items-center gap-1 font-sans text-s text-quiet ${className}`}>
    From the pull request
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
  body: string
  description?: string | undefined
  onAdd: (body: string) => void
}

/** What the author wrote about a merge, in the place of an empty body. */
export function AuthorsWords({ body, description = '', onAdd }: Props) {
  const words = wordsOf(description)
  if (body !== '' || words === '') return null
  return (
    <div className="border-line border-s-2 ps-4 font-serif text-quiet">
      <p dir="auto" className="max-w-text text-[17px] leading-7 whitespace-pre-line wrap-anywhere">
        {words}
      </p>
      <AuthorsOffer onAdd={() => onAdd(description.trim())} />
    </div>
  )
}
