import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { colorOf } from '../../kinds.ts'

/** The sign of a kind, in its hue unless it is quiet. Its word is read aloud. A question mark for an undecided pull request. */
export function KindGlyph({ kind, isQuiet }: { kind: Kind | null; isQuiet?: boolean }) {
  if (kind === null)
    return (
      <span className="grid size-4 shrink-0 place-items-center font-semibold text-quiet">
        <span aria-hidden="true">?</span>
        <span className="sr-only">Undecided</span>
      </span>
    )
  const { word, path } = KIND_FACES[kind]
  return (
    <span title={word} className={`shrink-0 ${isQuiet ? 'text-edge' : colorOf(kind)}`}>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="sr-only">{word}</span>
    </span>
  )
}
