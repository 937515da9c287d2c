import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { anyPullQuery, countsQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { type InboxSearch, type ItemTab, TABS } from './search.ts'

const EMPTY: Record<ItemTab, string> = {
  review: 'Nothing to review. New merges that customers would notice appear here by themselves.',
  'needs-words': 'Every draft has words.',
  'not-live': 'Nothing waits for a release.',
  unsure: 'Every merge could be classified with confidence.',
  flagged: 'Nothing was reverted or changed after it was published.',
}

interface Props {
  tab: ItemTab
  isFiltered: boolean
  onChange: (search: InboxSearch) => void
}

/** An empty list says why, and what comes next. */
export function EmptyInbox({ tab, isFiltered, onChange }: Props) {
  const { id } = useAccount()
  const { data: pulls } = useQuery(anyPullQuery(id))
  if (isFiltered) return <p className="p-6 text-center text-quiet">Nothing matches. Try fewer filters.</p>
  if (pulls?.pulls.length === 0) return <NothingRecorded />
  return (
    <div className="grid justify-items-center gap-3 p-8 text-center">
      <p className="text-quiet text-pretty">{EMPTY[tab]}</p>
      <OtherTabs tab={tab} onChange={onChange} />
      {tab === 'review' && (
        <Link to="/$account/queue" params={{ account: id }} className="text-accent underline">
          See what goes out next
        </Link>
      )}
    </div>
  )
}

/** The tabs in which something still waits. */
function OtherTabs({ tab, onChange }: Omit<Props, 'isFiltered'>) {
  const { id } = useAccount()
  const { data } = useQuery(countsQuery(id))
  const waiting = TABS.filter(other => other.tab !== tab && (data?.inbox[other.tab] ?? 0) > 0)
  if (waiting.length === 0) return null
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {waiting.map(other => (
        <Button key={other.tab} onClick={() => onChange({ tab: other.tab, item: undefined })}>
          {other.label} <span className="font-normal tabular-nums text-quiet">{data?.inbox[other.tab]}</span>
        </Button>
      ))}
    </div>
  )
}

/** A new account: the path to its first merges. */
function NothingRecorded() {
  const { id } = useAccount()
  return (
    <div className="grid justify-items-center gap-4 p-8 text-center">
      <p className="text-quiet text-pretty">
        No merges yet. Connect a repository, or import the history of one, and its drafts appear here.
      </p>
      <Link to="/$account/start" params={{ account: id }} className={buttonClass('primary')}>
        Get started
      </Link>
    </div>
  )
}
