import { KIND_FACES } from '#changelog/kind-faces.ts'
import { type Kind, MAGNITUDES, type Magnitude as Size } from '#judgement/classification/classification.ts'
import { colorOf } from '../../kinds.ts'

/** The sign of a kind in its hue. Its word is next to it where there is room, and otherwise read aloud. A question mark for an undecided pull request. */
export function KindGlyph({ kind, isWordShown }: { kind: Kind | null; isWordShown?: boolean }) {
  if (kind === null)
    return (
      <span className="grid size-4 shrink-0 place-items-center font-semibold text-quiet">
        <span aria-hidden="true">?</span>
        <span className="sr-only">Undecided</span>
      </span>
    )
  const { word, path } = KIND_FACES[kind]
  return (
    <span
      title={word}
      className={`shrink-0 ${isWordShown ? 'flex h-5 items-center gap-2' : ''} ${colorOf(kind)}`}
    >
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
      <span className={isWordShown ? 'text-quiet max-sm:sr-only' : 'sr-only'}>{word}</span>
    </span>
  )
}

/** One to three bars for a magnitude, with its word next to them or read aloud. */
export function Magnitude({ value, isWordShown }: { value: Size; isWordShown?: boolean }) {
  const filled = MAGNITUDES.indexOf(value) + 1
  return (
    <span title={value} className="inline-flex shrink-0 items-center gap-1.5">
      <svg aria-hidden="true" viewBox="0 0 13 10" className="h-2.5 w-3.25 fill-current text-quiet">
        {[1, 2, 3].map(bar => (
          <rect
            key={bar}
            x={(bar - 1) * 5}
            y={10 - bar * 3.2}
            width="3"
            height={bar * 3.2}
            rx="0.6"
            opacity={bar <= filled ? 1 : 0.3}
          />
        ))}
      </svg>
      <span className={isWordShown ? 'inline-block first-letter:uppercase' : 'sr-only'}>{value}</span>
    </span>
  )
}
