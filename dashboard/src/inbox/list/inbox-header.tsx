import { useState } from 'react'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { optionsOf } from '../../parts/form/options.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { Select } from '../../parts/form/select.tsx'
import { Icon } from '../../parts/icon.tsx'
import { TabLinks } from '../../parts/tabs.tsx'
import { Title } from '../../parts/text/title.tsx'
import { type InboxSearch, type ItemTab, type ListedTab, TABS } from '../search.ts'
import { focusCurrentRow } from './use-list-focus.ts'

interface Props {
  search: InboxSearch
  /** The number of items in each tab, or of matches while something is searched. */
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-4">
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
        <a
          href="?tab=history"
          aria-label="History"
          title="History"
          aria-current={tab === 'history' ? 'page' : undefined}
          onClick={event => {
            if (event.metaKey || event.ctrlKey) return
            event.preventDefault()
            onChange({ tab: 'history', item: undefined })
          }}
          className={`${buttonClass} ml-auto grid place-items-center text-quiet aria-[current=page]:text-accent`}
        >
          <Icon name="history" />
        </a>
      </div>
      {isOpen && tab !== 'history' && <Filters search={search} onChange={onChange} />}
      <div className="border-b border-line px-3 *:-mb-px">
        <Parts search={search} counts={counts} onChange={onChange} />
      </div>
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

function Parts({ search: { tab, q }, counts, onChange }: Props) {
  const current = tab ?? (q === undefined ? 'review' : 'all')
  const shown = TABS.filter(one => one.tab === current || counts?.[one.tab] !== 0)
  const all = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <TabLinks<ListedTab | 'history'>
      label="Parts of the inbox"
      value={current}
      options={[
        ...(q === undefined ? [] : [{ value: 'all' as const, label: 'All', count: all }]),
        ...shown.map(one => ({ value: one.tab, label: one.label, count: counts?.[one.tab] || undefined })),
      ]}
      hrefOf={value => (value === 'all' ? '?' : `?tab=${value}`)}
      onPick={value => onChange({ tab: value === 'all' ? undefined : value, item: undefined })}
    />
  )
}

function Filters({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const set = (name: 'kind' | 'magnitude' | 'confidence', value: string) =>
    onChange({ [name]: value || undefined, item: undefined })
  return (
    <div className="flex flex-wrap gap-2 px-4">
      <Filter
        label="Kind"
        value={search.kind}
        options={KINDS.map(kind => ({ value: kind, label: KIND_FACES[kind].word }))}
        onPick={value => set('kind', value)}
      />
      <Filter
        label="Magnitude"
        value={search.magnitude}
        options={optionsOf(MAGNITUDES)}
        onPick={value => set('magnitude', value)}
      />
      <Filter
        label="Confidence"
        value={search.confidence}
        options={optionsOf(CONFIDENCES)}
        onPick={value => set('confidence', value)}
      />
    </div>
  )
}

interface FilterProps {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onPick: (value: string) => void
}

const Filter = ({ label, value = '', options, onPick }: FilterProps) => (
  <div className="min-w-28 flex-1">
    <Select
      label={label}
      isLabelHidden
      value={value}
      options={[{ value: '', label }, ...options]}
      onPick={onPick}
    />
  </div>
)
