import type { OpenEdition } from './edition.ts'

const HELD: Record<OpenEdition['held'][number]['reason'], string> = {
  'needs-words': 'It needs words.',
  'not-live': 'It is not live yet.',
  unshipped: 'It waits for its release or its branch.',
  flagged: 'Its merges were reverted.',
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
      {hold ? `${HELD[hold.reason]} It joins by itself once that ends.` : out && LEFT_OUT[out.reason]}
    </p>
  )
}
