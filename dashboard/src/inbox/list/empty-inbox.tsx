import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { anyPullQuery } from '../../api/entry-queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { type InboxSearch, type ItemTab, type ListedTab, TABS } from '../search.ts'

const EMPTY: Record<ListedTab, string> = {
  all: 'Nothing waits.',
  review: 'Nothing to review. New merges that customers would notice appear here by themselves.',
  'needs-words': 'Every draft has words.',
  'not-live': 'Nothing waits for a release.',
  unsure: 'Every merge could be classified with confidence.',
  flagged: 'Nothing was reverted or changed after it was published.',
}

interface Props {
  tab: ListedTab
  isFiltered: boolean
  /** Of each tab; while something is searched, what matches. */
  counts: Partial<Record<ItemTab, number>> | undefined
  onChange: (search: InboxSearch) => void
}

/** An empty list says why, and what comes next. */
export function EmptyInbox({ tab, isFiltered, counts, onChange }: Props) {
  const { id } = useAccount()
  const { data: pulls } = useQuery(anyPullQuery(id))
  const others = <OtherTabs {...{ tab, counts, onChange }} />
  if (isFiltered)
    return (
      <div className="grid justify-items-center gap-3 p-6 text-center">
        <p className="text-quiet">Nothing matches{tab === 'all' ? '. Try fewer filters.' : ' here.'}</p>
        {others}
      </div>
    )
  if (pulls?.pulls.length === 0) return <NothingRecorded />
  return (
    <div className="grid justify-items-center gap-3 p-8 text-center">
      <p className="text-quiet text-pretty">{EMPTY[tab]}</p>
      {others}
      {tab === 'review' && (
        <Link to="/$account/queue" params={{ account: id }} className="text-accent underline">
          See what goes out next
        </Link>
      )}
    </div>
  )
}

/** The tabs in which something still waits. */
function OtherTabs({ tab, counts, onChange }: Omit<Props, 'isFiltered'>) {
  const waiting = TABS.filter(other => other.tab !== tab && (counts?.[other.tab] ?? 0) > 0)
  if (waiting.length === 0) return null
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {waiting.map(other => (
        <Button key={other.tab} onClick={() => onChange({ tab: other.tab, item: undefined })}>
          {other.label} <span className="font-normal tabular-nums text-quiet">{counts?.[other.tab]}</span>
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
