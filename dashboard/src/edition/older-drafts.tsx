import { act } from '../api/client.ts'
import { ENTRIES } from '../api/entries-changed.ts'
import { useAccount } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { counted } from '../text.ts'
import { shortDate } from '../time.ts'
import type { OpenEdition } from './edition.ts'

/** The drafts that were merged before the account's editions began, and a button that takes them in. */
export function OlderDrafts({ older }: { older: NonNullable<OpenEdition['older']> }) {
  const { id: account, may, timeZone } = useAccount()
  const { count, since } = older
  return (
    <section aria-label="Older drafts" className="grid justify-items-start gap-2 font-sans text-m">
      <p className="text-quiet text-pretty">
        {counted(count, 'older draft', 'older drafts')}, merged since {shortDate(since, timeZone)},{' '}
        {count === 1 ? 'is' : 'are'} not in it.{!may('owner') && ' An owner can add them.'}
      </p>
      {may('owner') && (
        <ChangeButton
          verb={`Add ${count}`}
          keys={ENTRIES}
          send={() => act(account, 'schedule set', { since })}
        />
      )}
    </section>
  )
}
