import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useKeys } from '../frame/keys.ts'
import { useAccount } from '../frame/use-account.ts'
import { type Decidable, type Decision, useDecisions } from '../inbox/decisions.ts'
import { entriesQuery, type ListedEntry } from '../inbox/queries.ts'
import { Button } from '../parts/button.tsx'
import { Chips } from '../parts/chips.tsx'
import { Headline } from '../parts/headline.tsx'
import { KindGlyph } from '../parts/kind.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { focusSearch, SearchField } from '../parts/search-field.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import type { Role } from '../roles.ts'
import { monthName } from '../time.ts'
import type { PublishedSearch, PublishedState } from './search.ts'

const route = getRouteApi('/$account/published')

interface StateView {
  label: string
  /** What takes an entry out of the list. */
  action: { label: string; decision: Decision; least: Role }
  empty: string
}

const STATES: Record<PublishedState, StateView> = {
  published: {
    label: 'Published',
    action: { label: 'Withdraw', decision: { transition: 'withdraw' }, least: 'publisher' },
    empty: 'Nothing is published yet. What you approve in the inbox appears here.',
  },
  withdrawn: {
    label: 'Withdrawn',
    action: { label: 'Publish again', decision: { transition: 'republish' }, least: 'publisher' },
    empty: 'Nothing was withdrawn.',
  },
  dismissed: {
    label: 'Dismissed',
    action: { label: 'Restore', decision: { transition: 'restore' }, least: 'writer' },
    empty: 'Nothing was dismissed.',
  },
}

/** What readers see, by month, and what was taken away from them. */
export function PublishedPage() {
  const { id: account } = useAccount()
  const { q, state = 'published' } = route.useSearch()
  const navigate = useNavigate({ from: '/$account/published' })
  const query = useInfiniteQuery(entriesQuery(account, { state, ...(q && { words: q }) }))
  const { decide, undo } = useDecisions()
  useKeys({ '/': focusSearch, z: () => void undo() })
  const change = (search: PublishedSearch) =>
    void navigate({ search: before => ({ ...before, ...search }), replace: true })
  const entries = query.data?.pages.flatMap(page => page.entries) ?? []
  return (
    <Page title="Published" lead="What readers of the changelog see, newest first.">
      <div className="flex flex-wrap items-center gap-3">
        <Chips
          label="State"
          value={state}
          options={(Object.keys(STATES) as PublishedState[]).map(value => ({
            value,
            label: STATES[value].label,
          }))}
          hrefOf={value => `?state=${value}`}
          onPick={value => change({ state: value })}
        />
        <SearchField label="Search entries" value={q ?? ''} onSearch={text => change({ q: text })} />
      </div>
      {query.isPending && <RowsLoading label="Loading entries" />}
      {query.error && !query.data && <LoadError error={query.error} onRetry={query.refetch} />}
      {query.data && entries.length === 0 && (
        <p className="text-quiet">{q ? 'Nothing matches.' : STATES[state].empty}</p>
      )}
      <Months
        entries={entries}
        view={STATES[state]}
        onDecide={(one, decision) => void decide([one], decision)}
      />
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Page>
  )
}

interface MonthsProps {
  entries: readonly ListedEntry[]
  view: StateView
  onDecide: (entry: Decidable, decision: Decision) => void
}

const timeOf = (entry: ListedEntry): number =>
  entry.state === 'published' || entry.state === 'withdrawn' ? entry.publishedAt : entry.createdAt

function Months({ entries, view, onDecide }: MonthsProps) {
  const { timeZone } = useAccount()
  const months = Map.groupBy(entries, entry => monthName(timeOf(entry), timeZone))
  return [...months].map(([month, those]) => (
    <section key={month} aria-label={month} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 className="text-l font-semibold">{month}</h2>
      <ul>
        {those.map(entry => (
          <EntryRow key={entry.id} entry={entry} view={view} onDecide={onDecide} />
        ))}
      </ul>
    </section>
  ))
}

function EntryRow({
  entry,
  view: { action },
  onDecide,
}: { entry: ListedEntry } & Omit<MonthsProps, 'entries'>) {
  const { id: account, may } = useAccount()
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-line/60 py-1.5">
      <KindGlyph kind={entry.kind} />
      <div className="min-w-0 flex-1">
        <Link
          to="/$account/entries/$entry"
          params={{ account, entry: entry.id }}
          dir="auto"
          className="block truncate rounded-md font-semibold hover:underline"
        >
          <Headline title={entry.title} />
        </Link>
        <p className="text-s text-quiet">
          <Time at={timeOf(entry)} />
          {entry.flag === 'reverted' && ' · its merge was reverted'}
          {entry.flag === 'review' && ' · some of its merges were reverted'}
        </p>
      </div>
      {may(action.least) && (
        <Button
          variant="ghost"
          aria-label={`${action.label}: ${entry.title}`}
          onClick={() => onDecide(entry, action.decision)}
        >
          {action.label}
        </Button>
      )}
    </li>
  )
}
