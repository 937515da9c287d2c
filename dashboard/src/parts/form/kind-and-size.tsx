import { KIND_FACES } from '#changelog/kind-faces.ts'
import {
  KINDS,
  type Kind,
  MAGNITUDES,
  type Magnitude as Size,
} from '#judgement/classification/classification.ts'
import { KindGlyph } from '../text/kind.tsx'
import { optionsOf, Select } from './select.tsx'

interface Props {
  /** Null for a merge that is undecided. */
  kind: Kind | null
  magnitude: Size | null
  /** Null for a role that changes nothing. */
  onPick: ((wanted: { kind: Kind } | { magnitude: Size }) => void) | null
}

/** The kind and the size of a change: as fields that look like words, or as words. */
export function KindAndSize({ kind, magnitude, onPick }: Props) {
  if (!onPick)
    return (
      <div className="flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1 text-quiet">
        <span className="flex items-center gap-2">
          <KindGlyph kind={kind} /> {kind && <span aria-hidden="true">{KIND_FACES[kind].word}</span>}
        </span>
        {magnitude && <span className="inline-block first-letter:uppercase">{magnitude}</span>}
      </div>
    )
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-quiet">
      <span className="-ml-2 grid items-center *:[grid-area:1/1] forced-colors:ml-0 [&_select]:pl-7">
        <Select
          label="Kind"
          isQuiet
          value={kind ?? ''}
          options={[
            ...(kind === null ? [{ value: '', label: 'Undecided: choose a kind' }] : []),
            ...KINDS.map(value => ({ value, label: KIND_FACES[value].word })),
          ]}
          onPick={value => {
            const picked = KINDS.find(name => name === value)
            if (picked) onPick({ kind: picked })
          }}
        />
        <span aria-hidden="true" className="pointer-events-none ml-2 justify-self-start">
          <KindGlyph kind={kind} />
        </span>
      </span>
      {magnitude && (
        <Select
          label="Size"
          isQuiet
          value={magnitude}
          options={optionsOf(MAGNITUDES)}
          onPick={value => onPick({ magnitude: value })}
        />
      )}
    </div>
  )
}
