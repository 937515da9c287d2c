import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useAccountQuery } from '../../frame/use-account.ts'
import { Field } from '../../parts/form/form.tsx'
import { Select } from '../../parts/form/select.tsx'
import { type ActivitySearch, activitySearch } from '../../search.ts'
import { activityFiltersQuery } from '../queries.ts'
import { actionLabel, actorOf } from './activity-names.ts'

const route = getRouteApi('/$account/settings/activity')

type Options = { value: string; label: string }[]

/** Filters for the log by person, action and day. The selection is in the address of the page. */
export function ActivityFilters() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/$account/settings/activity' })
  const { data } = useAccountQuery(activityFiltersQuery)
  const actors = (data?.actors ?? []).map(({ id, name }) => ({
    value: id,
    label: actorOf({ actor: id, actorName: name }),
  }))
  const actions = (data?.actions ?? []).map(value => ({ value, label: actionLabel(value) }))
  const change = (given: ActivitySearch) =>
    void navigate({ search: before => activitySearch({ ...before, ...given }), replace: true })
  return (
    <search aria-label="Activity" className="grid grid-cols-2 gap-3 md:grid-cols-[1fr_1fr_150px_150px]">
      <Select
        label="Person"
        value={search.actor ?? ''}
        options={withAll('Everybody', actors, search.actor)}
        onPick={actor => change({ actor })}
      />
      <Select
        label="Action"
        value={search.action ?? ''}
        options={withAll('Everything', actions, search.action)}
        onPick={action => change({ action })}
      />
      <Field
        label="From"
        type="date"
        value={search.from ?? ''}
        onChange={event => change({ from: event.target.value })}
      />
      <Field
        label="Until"
        type="date"
        value={search.until ?? ''}
        onChange={event => change({ until: event.target.value })}
      />
    </search>
  )
}

/** The options in alphabetical order, below "all". The option that the address selects is there even before the list is loaded. */
function withAll(all: string, options: Options, chosen: string | undefined): Options {
  const sorted = options.toSorted((a, b) => a.label.localeCompare(b.label))
  const isMissing = chosen !== undefined && !options.some(({ value }) => value === chosen)
  return [
    { value: '', label: all },
    ...(isMissing ? [{ value: chosen, label: actionLabel(chosen) }] : []),
    ...sorted,
  ]
}
