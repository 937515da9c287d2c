import { useState } from 'react'
import { CONFIDENCE_NAMES, KIND_NAMES, KINDS, MAGNITUDE_NAMES } from '../../kinds.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { Title } from '../../parts/text/title.tsx'
import { type InboxSearch, type ItemTab, TABS, type Tab } from '../search.ts'
import { focusCurrentRow } from './use-list-focus.ts'

interface Props {
  search: InboxSearch
  /** Of each tab; while something is searched, what matches. */
  counts: Partial<Record<ItemTab, number>> | undefined
  /** Whether pressing rows selects them; null where they cannot be. */
  isPicking?: boolean | null
  onPick?: (isPicking: boolean) => void
  onChange: (search: InboxSearch) => void
}

const buttonClass = 'h-9 rounded-md px-2 text-s hover:bg-raised pointer-coarse:h-11'

/** The title, the tabs with their counts, and the search with its filters. */
export function InboxHeader({ search, counts, isPicking = null, onPick, onChange }: Props) {
  const { tab, kind, magnitude, confidence } = search
  const isFiltered = Boolean(kind ?? magnitude ?? confidence)
  const [isOpen, setOpen] = useState(isFiltered)
  const find = useFinding(search, onChange)
  return (
    <div className="grid gap-2 border-b border-line pt-4 pb-2">
      <div className="flex items-center gap-2 px-4 md:max-w-[380px]">
        <Title className="text-xl! leading-8!">Inbox</Title>
        {tab !== 'history' && (
          <>
            <SearchField
              label="Search the inbox"
              value={search.q ?? ''}
              onSearch={find}
              onLeave={() => void focusCurrentRow()}
            />
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className={`${buttonClass} ${isFiltered ? 'font-semibold text-accent' : 'text-quiet'}`}
            >
              Filter
            </button>
            {isPicking !== null && (
              <button
                type="button"
                aria-pressed={isPicking}
                onClick={() => onPick?.(!isPicking)}
                className={`${buttonClass} text-quiet aria-pressed:font-semibold aria-pressed:text-accent md:pointer-fine:hidden`}
              >
                Select
              </button>
            )}
          </>
        )}
      </div>
      {isOpen && tab !== 'history' && <Filters search={search} onChange={onChange} />}
      <Tabs search={search} counts={counts} onChange={onChange} />
    </div>
  )
}

/** A search begins in all tabs. When it ends, the tab that it began in is back. */
function useFinding({ tab, q }: InboxSearch, onChange: Props['onChange']) {
  const [before, setBefore] = useState(tab)
  return (typed: string) => {
    if (q === undefined) setBefore(tab)
    const wanted = q === undefined ? undefined : typed === '' ? (tab ?? before) : tab
    onChange({ q: typed || undefined, tab: wanted, item: undefined })
  }
}

function Tabs({ search: { tab, q }, counts, onChange }: Props) {
  const current = tab ?? (q === undefined ? 'review' : 'all')
  const shown = TABS.filter(one => one.tab === current || one.tab === 'review' || counts?.[one.tab] !== 0)
  const all = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <nav aria-label="Parts of the inbox" className="px-2">
      <ul className="flex flex-wrap">
        {q !== undefined && (
          <TabLink label="All" isCurrent={current === 'all'} count={all} onOpen={() => onChange(ALL)} />
        )}
        {shown.map(one => (
          <TabLink
            key={one.tab}
            {...one}
            count={counts?.[one.tab]}
            isCurrent={one.tab === current}
            onOpen={() => onChange({ tab: one.tab, item: undefined })}
          />
        ))}
        <TabLink
          tab="history"
          label="History"
          isCurrent={current === 'history'}
          onOpen={() => onChange({ tab: 'history', item: undefined })}
        />
      </ul>
    </nav>
  )
}

const ALL: InboxSearch = { tab: undefined, item: undefined }

interface TabLinkProps {
  /** None for all of them. */
  tab?: Tab
  label: string
  count?: number | undefined
  isCurrent: boolean
  onOpen: () => void
}

const TabLink = ({ tab, label, count, isCurrent, onOpen }: TabLinkProps) => (
  <li>
    <a
      href={tab ? `?tab=${tab}` : '?'}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={event => {
        event.preventDefault()
        onOpen()
      }}
      className="flex min-h-8 items-center gap-1.5 rounded-md px-2 whitespace-nowrap text-quiet hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11"
    >
      {label}
      {count !== undefined && <span className="text-s font-normal tabular-nums text-quiet">{count}</span>}
    </a>
  </li>
)

function Filters({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
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
