import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { entriesQuery, type ListedEntry } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { useKeys } from '../frame/keys.ts'
import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { focusSearch, SearchField } from '../parts/form/search-field.tsx'
import { Select } from '../parts/form/select.tsx'
import { Loaded, More } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import { useSteady } from '../parts/use-steady.ts'
import type { CalendarSearch, PublishedState } from '../search.ts'
import { setSizesQuery } from '../social/queries.ts'
import { dayKey } from '../time.ts'
import { Day } from './calendar-row.tsx'
import { PublishedRow, timeOf } from './published-row.tsx'

const STATES: Record<
  PublishedState,
  { label: string; lead: string; empty: readonly [title: string, what: string] }
> = {
  published: {
    label: 'Published',
    lead: 'What readers see, newest first.',
    empty: ['Nothing is published yet', 'Entries appear here once they are out.'],
  },
  withdrawn: {
    label: 'Withdrawn',
    lead: 'What readers no longer see, newest first.',
    empty: ['Nothing has been withdrawn', 'Withdrawn entries appear here.'],
  },
  dismissed: {
    label: 'Dismissed',
    lead: 'Drafts that were not published, newest first.',
    empty: ['Nothing has been dismissed', 'Drafts that are dismissed appear here.'],
  },
}

interface Props {
  search: CalendarSearch
  onChange: (search: CalendarSearch) => void
}

/** The search, and the entries that are published or were withdrawn or dismissed. */
export function Out({ search, onChange }: Props) {
  const { state = 'published' } = search
  useKeys({ '/': focusSearch })
  return (
    <Section
      title={STATES[state].label}
      lead={
        <>
          {STATES[state].lead} <OtherStates state={state} />
        </>
      }
      anchor="published"
    >
      <Filters search={search} onChange={onChange} />
      <PublishedList search={search} />
    </Section>
  )
}

/** The ways to the entries in the other states. */
const OtherStates = ({ state }: { state: PublishedState }) =>
  (Object.keys(STATES) as PublishedState[])
    .filter(one => one !== state)
    .map((one, at) => (
      <Fragment key={one}>
        {at > 0 && '\u00a0· '}
        <PageLink
          from="/$account/calendar"
          to="."
          search={before => ({ ...before, state: one === 'published' ? undefined : one })}
          replace
          resetScroll={false}
          className="underline hover:text-ink"
        >
          {STATES[one].label}
        </PageLink>
      </Fragment>
    ))

/** The entries that match the search, by day. */
function PublishedList({ search }: { search: CalendarSearch }) {
  const { id: account } = useAccount()
  const { q, state = 'published', kind, set } = search
  const query = useInfiniteQuery(
    entriesQuery(account, { state, ...(q && { words: q }), ...(kind && { kind }), ...(set && { set }) }),
  )
  const { decide } = useDecisions()
  const entries = inEditionOrder(query.data?.pages.flatMap(page => page.entries) ?? [])
  const total = query.data?.pages[0]?.total ?? 0
  const isFiltered = Boolean(q || kind || set)
  return (
    <>
      <Loaded query={query} label="Loading entries">
        {() => entries.length === 0 && <NothingHere state={state} isFiltered={isFiltered} />}
      </Loaded>
      {isFiltered && total > 0 && (
        <p role="status" className="text-s text-quiet">
          {total === 1 ? '1 entry matches' : `${total.toLocaleString()} entries match`}
        </p>
      )}
      <Days
        entries={entries}
        list={`${JSON.stringify(search)} ${query.isPlaceholderData}`}
        onDecide={(entry, decision) => void decide([entry], decision)}
      />
      <More query={query} shown={entries.length} total={total} />
    </>
  )
}

interface NothingProps {
  state: PublishedState
  isFiltered: boolean
}

function NothingHere({ state, isFiltered }: NothingProps) {
  if (isFiltered) return <Empty title="Nothing matches">Try other words or fewer filters.</Empty>
  const [title, what] = STATES[state].empty
  return (
    <Empty
      title={title}
      action={
        state === 'published' && (
          <PageLink to="/$account/review" className={buttonClass('primary')}>
            Review drafts
          </PageLink>
        )
      }
    >
      {what}
    </Empty>
  )
}
/** Orders entries so that an edition is above the entries that went out with it, which have the same time and are in reading order. */
const inEditionOrder = (entries: readonly ListedEntry[]): ListedEntry[] =>
  entries.toSorted((a, b) => timeOf(b) - timeOf(a) || rankOf(a) - rankOf(b))

const rankOf = ({ origin, edition }: ListedEntry): number =>
  origin === 'edition' ? -1 : (edition?.position ?? 0)

function Filters({ search: { q, kind, set }, onChange }: Props) {
  const { data } = useAccountQuery(setSizesQuery)
  const sets = data?.sets ?? []
  return (
    <div className="flex flex-wrap items-center gap-3 text-quiet max-sm:*:first:basis-full max-sm:not-forced-colors:*:nth-2:-ml-1 sm:*:first:max-w-80">
      <SearchField
        label="Search entries"
        value={q ?? ''}
        onSearch={text => onChange({ q: text || undefined })}
      />
      <Select
        label="Kind"
        isQuiet
        value={kind ?? ''}
        options={[
          { value: '', label: 'All kinds' },
          ...KINDS.map(value => ({ value, label: KIND_FACES[value].word })),
        ]}
        onPick={value => onChange({ kind: KINDS.find(one => one === value) })}
      />
      {sets.length > 0 && (
        <Select
          label="Set"
          isQuiet
          value={set ?? ''}
          options={[
            { value: '', label: 'All sets' },
            { value: 'none', label: 'No set' },
            ...sets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onPick={value => onChange({ set: value || undefined })}
        />
      )}
    </div>
  )
}

interface DaysProps {
  entries: readonly ListedEntry[]
  /** Identifies the list: it changes when other entries are listed. */
  list: string
  onDecide: (entry: ListedEntry, decision: Decision) => void
}

function Days({ entries, list, onDecide }: DaysProps) {
  const { timeZone } = useAccount()
  const { data } = useAccountQuery(setSizesQuery)
  const shown = useSteady(entries, ({ id }) => id, list)
  const days = Map.groupBy(shown, ({ item }) => dayKey(timeOf(item), timeZone))
  return (
    <div className="empty:hidden">
      {[...days].map(([day, those]) => (
        <Day key={day} at={Math.max(...those.map(({ item }) => timeOf(item)))}>
          {those.map(({ item: entry, isGone }) => (
            <PublishedRow
              key={entry.id}
              entry={entry}
              isGone={isGone}
              set={data?.sets.find(({ id }) => id === entry.setId)?.name}
              onDecide={decision => onDecide(entry, decision)}
            />
          ))}
        </Day>
      ))}
    </div>
  )
}
