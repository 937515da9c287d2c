import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countsQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { CONFIDENCE_NAMES, KIND_NAMES, KINDS, MAGNITUDE_NAMES } from '../kinds.ts'
import { SearchField } from '../parts/form/search-field.tsx'
import { Title } from '../parts/text/title.tsx'
import { type InboxSearch, TABS, type Tab } from './search.ts'

interface Props {
  search: InboxSearch
  onChange: (search: InboxSearch) => void
}

/** The title, the tabs with their counts, and the search with its filters. */
export function InboxHeader({ search, onChange }: Props) {
  const { tab, kind, magnitude, confidence } = search
  const isFiltered = Boolean(kind ?? magnitude ?? confidence)
  const [isOpen, setOpen] = useState(isFiltered)
  return (
    <div className="grid gap-2 border-b border-line pt-4 pb-2">
      <div className="flex items-center gap-2 px-4 md:max-w-[380px]">
        <Title className="text-xl! leading-8!">Inbox</Title>
        {tab !== 'history' && (
          <>
            <SearchField
              label="Search the inbox"
              value={search.q ?? ''}
              onSearch={q => onChange({ q: q || undefined, item: undefined })}
            />
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className={`h-9 rounded-md px-2 text-s hover:bg-raised pointer-coarse:h-11 ${isFiltered ? 'font-semibold text-accent' : 'text-quiet'}`}
            >
              Filter
            </button>
          </>
        )}
      </div>
      {isOpen && tab !== 'history' && <Filters search={search} onChange={onChange} />}
      <Tabs search={search} onChange={onChange} />
    </div>
  )
}

function Tabs({ search: { tab = 'review' }, onChange }: Props) {
  const { id } = useAccount()
  const { data } = useQuery(countsQuery(id))
  const shown = TABS.filter(one => one.tab === tab || one.tab === 'review' || data?.inbox[one.tab] !== 0)
  return (
    <nav aria-label="Parts of the inbox" className="overflow-x-auto px-2 [scrollbar-width:none]">
      <ul className="flex">
        {shown.map(one => (
          <TabLink key={one.tab} {...one} count={data?.inbox[one.tab]} current={tab} onChange={onChange} />
        ))}
        <TabLink tab="history" label="History" current={tab} onChange={onChange} />
      </ul>
    </nav>
  )
}

interface TabLinkProps {
  tab: Tab
  label: string
  count?: number | undefined
  current: Tab
  onChange: Props['onChange']
}

const TabLink = ({ tab, label, count, current, onChange }: TabLinkProps) => (
  <li>
    <a
      href={`?tab=${tab}`}
      aria-current={tab === current ? 'page' : undefined}
      onClick={event => {
        event.preventDefault()
        onChange({ tab, item: undefined })
      }}
      className="flex min-h-8 items-center gap-1.5 rounded-md px-2 whitespace-nowrap text-quiet hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11"
    >
      {label}
      {count !== undefined && <span className="text-s font-normal tabular-nums text-quiet">{count}</span>}
    </a>
  </li>
)

function Filters({ search, onChange }: Props) {
  const set = (name: 'kind' | 'magnitude' | 'confidence', value: string) =>
    onChange({ [name]: value || undefined, item: undefined })
  return (
    <div className="flex flex-wrap gap-2 px-4">
      <Filter
        label="Kind"
        value={search.kind}
        options={KIND_NAMES.map(kind => [kind, KINDS[kind].label])}
        onPick={value => set('kind', value)}
      />
      <Filter
        label="Magnitude"
        value={search.magnitude}
        options={MAGNITUDE_NAMES.map(name => [name, name])}
        onPick={value => set('magnitude', value)}
      />
      <Filter
        label="Confidence"
        value={search.confidence}
        options={CONFIDENCE_NAMES.map(name => [name, name])}
        onPick={value => set('confidence', value)}
      />
    </div>
  )
}

interface FilterProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  onPick: (value: string) => void
}

const Filter = ({ label, value = '', options, onPick }: FilterProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={event => onPick(event.target.value)}
    className={`h-9 min-w-0 flex-1 rounded-md border border-edge bg-floating px-2 text-s pointer-coarse:h-11 ${value ? 'font-semibold' : 'text-quiet'}`}
  >
    <option value="">Any {label.toLowerCase()}</option>
    {options.map(([name, text]) => (
      <option key={name} value={name}>
        {text}
      </option>
    ))}
  </select>
)
