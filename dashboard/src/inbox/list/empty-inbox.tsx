import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useContext, useLayoutEffect, useRef } from 'react'
import { anyPullQuery } from '../../api/entry-queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Key } from '../../parts/key.tsx'
import { type InboxSearch, type ItemTab, type ListedTab, TABS } from '../search.ts'
import { ListFocusContext } from './use-list-focus.ts'

const EMPTY: Record<ListedTab, readonly [title: string, why: string]> = {
  all: ['Nothing waits', 'New merges that customers would notice appear here by themselves.'],
  review: ['Nothing to review', 'New merges that customers would notice appear here by themselves.'],
  'needs-words': ['Every draft has words', 'Drafts whose words say too little appear here.'],
  'not-live': ['Nothing waits for a release', 'Drafts that customers cannot have yet appear here.'],
  unsure: ['Nothing is unsure', 'Merges that could not be classified with confidence appear here.'],
  flagged: ['Nothing is flagged', 'What was reverted or changed after it was published appears here.'],
}

interface Props {
  tab: ListedTab
  isFiltered: boolean
  /** Whether it had rows, which were decided about. */
  wasFilled: boolean
  /** The number of items in each tab, or of matches while something is searched. */
  counts: Partial<Record<ItemTab, number>> | undefined
  onChange: (search: InboxSearch) => void
}

/** An empty list says why, and what comes next. That has the focus once the last row has left. */
export function EmptyInbox({ tab, isFiltered, wasFilled, counts, onChange }: Props) {
  const { id } = useAccount()
  const { data: pulls } = useQuery(anyPullQuery(id))
  const actions = useRef<HTMLDivElement>(null)
  const focus = useContext(ListFocusContext)
  useLayoutEffect(() => {
    if (wasFilled && (focus.belongsToList() || document.activeElement === document.body))
      actions.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [wasFilled, focus])
  const others = TABS.filter(other => other.tab !== tab && (counts?.[other.tab] ?? 0) > 0)
  const isNew = !isFiltered && pulls?.pulls.length === 0
  const [title, why] = isNew
    ? ['No merges yet', 'Connect a repository, or import the history of one, and its drafts appear here.']
    : isFiltered
      ? ['Nothing matches', 'Try other words or fewer filters.']
      : EMPTY[tab]
  const open = (other: ItemTab) => {
    focus.take(true)
    onChange({ tab: other, item: undefined })
  }
  return (
    <div ref={actions} className="px-5 pt-2 md:px-8 xl:px-12">
      <Empty
        title={title}
        action={
          isNew ? (
            <Link to="/$account/start" params={{ account: id }} className={buttonClass('primary')}>
              Get started
            </Link>
          ) : others.length > 0 ? (
            others.map((other, at) => (
              <Button
                key={other.tab}
                variant={at === 0 ? 'primary' : 'secondary'}
                onClick={() => open(other.tab)}
              >
                {other.label} <span className="font-normal tabular-nums">{counts?.[other.tab]}</span>
                {at === 0 && wasFilled && <Key>⏎</Key>}
              </Button>
            ))
          ) : (
            !isFiltered && (
              <Link to="/$account/calendar" params={{ account: id }} className={buttonClass('primary')}>
                See what goes out next
              </Link>
            )
          )
        }
      >
        {why}
      </Empty>
    </div>
  )
}
