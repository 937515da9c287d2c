import type { EntryDetail } from '../api/entry-queries.ts'
import { Button } from '../parts/button.tsx'

interface Props {
  entry: EntryDetail['entry']
  /** Records that a person has looked at it; null for a role that may not. */
  onReviewed: (() => void) | null
}

/** Why an entry needs a person, and a button that says it is fine as it is. */
export function Attention({ entry: { needsWords, flag }, onReviewed }: Props) {
  if (!needsWords && !flag) return null
  return (
    <div className="flex max-w-page flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-raised px-4 py-2">
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        {needsWords && (
          <p>
            <strong className="font-semibold">Needs words.</strong> {needsWords}
          </p>
        )}
        {flag && (
          <p>
            {flag === 'reverted'
              ? 'Its merge was reverted.'
              : 'Some of its merges were reverted, or it only carries others: check that its words are still true.'}
          </p>
        )}
      </div>
      {onReviewed && (
        <Button aria-label="Keep it as it is" onClick={onReviewed}>
          Keep
        </Button>
      )}
    </div>
  )
}
