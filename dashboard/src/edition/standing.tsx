import type { OpenEdition } from './edition.ts'

const HELD: Record<OpenEdition['held'][number]['reason'], string> = {
  'needs-words': 'It joins once it has other words, or is kept as it is.',
  'not-live': 'It joins once it is live.',
  unshipped: 'It joins with its release or its branch.',
  flagged: 'Its merges were reverted. It joins if they come back.',
}

const LEFT_OUT: Record<OpenEdition['leftOut'][number]['reason'], string> = {
  person: 'A person left it out.',
  urgent: 'It goes out by itself, because it is urgent.',
  full: 'It waits for the next edition, because this one is full.',
}

/** Why an entry is not in the edition, and how to change that. */
export function Standing({ edition: { held, leftOut }, entry }: { edition: OpenEdition; entry: string }) {
  const isIt = ({ item }: { item: { id: string } }) => item.id === entry
  const [hold, out] = [held.find(isIt), leftOut.find(isIt)]
  if (!hold && !out) return null
  return (
    <p className="-mb-4 max-w-text text-quiet text-pretty">
      <strong className="font-semibold text-ink">Not in the edition.</strong>{' '}
      {hold ? HELD[hold.reason] : out && LEFT_OUT[out.reason]}
    </p>
  )
}
