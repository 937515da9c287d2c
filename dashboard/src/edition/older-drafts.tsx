import { act } from '../api/client.ts'
import { ENTRIES } from '../api/entries-changed.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { shortDate } from '../time.ts'
import type { OpenEdition } from './edition.ts'

/** The drafts that were merged before the account's editions began, and a button that takes them in. */
export function OlderDrafts({ older }: { older: NonNullable<OpenEdition['older']> }) {
  const { id: account, may, timeZone } = useAccount()
  const { count, since } = older
  const take = useChange(ENTRIES, () => act(account, 'schedule set', { since }))
  return (
    <section aria-label="Older drafts" className="grid justify-items-start gap-2 font-sans text-m">
      <p className="text-quiet text-pretty">
        {count === 1 ? '1 older draft' : `${count} older drafts`}, merged since {shortDate(since, timeZone)},{' '}
        {count === 1 ? 'is' : 'are'} not in it.{!may('owner') && ' An owner can add them.'}
      </p>
      {may('owner') && (
        <Button disabled={take.isPending} onClick={() => take.mutate()}>
          Add
        </Button>
      )}
      {take.error && <p role="alert">{take.error.message}</p>}
    </section>
  )
}
