import { placesQuery } from '../api/entry-queries.ts'
import { useAccountQuery } from '../frame/use-account.ts'
import { SearchField } from '../parts/form/search-field.tsx'
import { namedOptions, Select } from '../parts/form/select.tsx'
import { Title } from '../parts/text/title.tsx'
import { PLACE_NAMES, type PullsSearch } from './search.ts'

/** The value that stands for every place. */
const ALL = 'all'

interface Props {
  search: PullsSearch
  /** The number of matching pull requests. */
  total: number | undefined
  onChange: (search: PullsSearch) => void
}

/** The title, the search, and one filter: the places of the ledger with the number of pull requests in each. */
export function PullsHeader({ search: { q, place }, total, onChange }: Props) {
  const { data } = useAccountQuery(placesQuery)
  const all = data && Object.values(data.places).reduce((sum, count) => sum + count, 0)
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count.toLocaleString()})`
  const places = namedOptions(PLACE_NAMES)
    .map(one => ({ ...one, count: data && (data.places[one.value] ?? 0) }))
    .filter(({ value, count }) => count !== 0 || value === place)
    .map(({ value, label, count }) => ({ value, label: counted(label, count) }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-5 pt-6 low:pt-2 md:pt-4">
      <div className="flex flex-wrap items-center gap-3 max-sm:[&>div]:basis-full">
        <Title className="max-md:mr-auto md:text-xl! md:leading-8!">Merges</Title>
        <SearchField
          label="Search pull requests by title or number"
          value={q ?? ''}
          onSearch={text => onChange({ q: text || undefined, pull: undefined })}
        />
      </div>
      <div className={`w-fit not-forced-colors:-ml-1.25 ${place ? 'font-semibold' : 'text-quiet'}`}>
        <Select
          label="Place in the ledger"
          isQuiet
          value={place ?? ALL}
          options={[{ value: ALL, label: counted('All merges', all) }, ...places]}
          onPick={value => onChange({ place: value === ALL ? undefined : value, pull: undefined })}
        />
      </div>
      {q && total !== undefined && (
        <p role="status" className="text-s text-quiet">
          {total === 1 ? '1 merge matches' : `${total.toLocaleString()} merges match`}
        </p>
      )}
    </div>
  )
}
