import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import type { Tab } from './search.ts'

const EMPTY: Record<Tab, string> = {
  review: 'Nothing to review. New merges that customers would notice appear here by themselves.',
  'needs-words': 'Every draft has words.',
  'not-live': 'Nothing waits for a release.',
  unsure: 'Every merge could be classified with confidence.',
  flagged: 'Nothing was reverted or changed after it was published.',
}

/** An empty list says why, and what comes next. */
export function EmptyInbox({ tab, isFiltered }: { tab: Tab; isFiltered: boolean }) {
  const { id } = useAccount()
  if (isFiltered) return <p className="p-6 text-center text-quiet">Nothing matches. Try fewer filters.</p>
  return (
    <div className="grid justify-items-center gap-3 p-8 text-center">
      <p className="text-quiet text-pretty">{EMPTY[tab]}</p>
      {tab === 'review' && (
        <Link to="/$account/queue" params={{ account: id }} className="text-accent underline">
          See what goes out next
        </Link>
      )}
    </div>
  )
}
