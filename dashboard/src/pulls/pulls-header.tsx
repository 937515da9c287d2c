import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../frame/use-account.ts'
import { namedOptions } from '../parts/form/options.ts'
import { SearchField } from '../parts/form/search-field.tsx'
import { TabLinks } from '../parts/tabs.tsx'
import { Title } from '../parts/text/title.tsx'
import { placesQuery } from './queries.ts'
import { PLACE_NAMES, type PullsSearch } from './search.ts'

interface Props {
  search: PullsSearch
  /** How many match. */
  total: number | undefined
  onChange: (search: PullsSearch) => void
}

/** The title, the search, and the places of the ledger with the number of pull requests in each. */
export function PullsHeader({ search: { q, place }, total, onChange }: Props) {
  const { id: account } = useAccount()
  const { data } = useQuery(placesQuery(account))
  const all = data && Object.values(data.places).reduce((sum, count) => sum + count, 0)
  const chips = [
    { value: 'all' as const, label: 'All', count: all },
    ...namedOptions(PLACE_NAMES).map(one => ({ ...one, count: data && (data.places[one.value] ?? 0) })),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <Title className="text-xl! leading-8!">Pull requests</Title>
        <SearchField
          label="Search pull requests by title or number"
          value={q ?? ''}
          onSearch={text => onChange({ q: text || undefined, pull: undefined })}
        />
      </div>
      <TabLinks
        label="Place in the ledger"
        value={place ?? 'all'}
        options={chips.filter(({ value, count }) => count !== 0 || value === 'all' || value === place)}
        hrefOf={value => (value === 'all' ? '?' : `?place=${value}`)}
        onPick={value => onChange({ place: value === 'all' ? undefined : value, pull: undefined })}
      />
      {q && total !== undefined && (
        <p role="status" className="pb-2 text-s text-quiet">
          {total === 1 ? '1 matches' : `${total.toLocaleString()} match`}
        </p>
      )}
    </div>
  )
}
