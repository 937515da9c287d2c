import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { type Decision, useDecisions } from '../inbox/decisions.ts'
import { Merge } from '../inbox/merge.tsx'
import { pullQuery } from '../inbox/queries.ts'
import { Why } from '../inbox/why.tsx'
import { KIND_NAMES, KINDS } from '../kinds.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { CopyLoading } from '../parts/entry-copy.tsx'
import { Icon } from '../parts/icon.tsx'
import { LoadError } from '../parts/page.tsx'
import { Select } from '../parts/select.tsx'
import { PLACES } from './search.ts'

/** One pull request: its place, its classification with the reasons, and a way to correct it. */
export function PullDetail({ pull, onBack }: { pull: string; onBack: () => void }) {
  const { id: account, may } = useAccount()
  const { data, error, refetch } = useQuery(pullQuery(account, pull))
  const { decide } = useDecisions()
  if (error && !data)
    return (
      <div className="p-6">
        <LoadError error={error} onRetry={refetch} />
      </div>
    )
  const classify = (classification: NonNullable<Decision['classification']>) =>
    void decide([{ id: pull, version: null }], { classification })
  const place = PLACES.find(one => one.place === data?.place)?.label
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 px-6 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="ghost" className="-ml-2 px-2!" aria-label="Close" onClick={onBack}>
          <Icon name="close" />
        </Button>
        <p className="flex-1 font-semibold">{place}</p>
        {data?.entry_id && (
          <Link
            to="/$account/entries/$entry"
            params={{ account, entry: data.entry_id }}
            className={buttonClass('secondary')}
          >
            Open its entry
          </Link>
        )}
      </div>
      {!data && <CopyLoading title="" />}
      {data?.decision && may('writer') && (
        <div className="flex flex-wrap items-end gap-4">
          <Select
            label="Visibility"
            value={data.decision.visibility}
            options={[
              { value: 'user-facing', label: 'For customers' },
              { value: 'internal', label: 'Internal' },
            ]}
            onPick={visibility => classify({ visibility })}
          />
          <Select
            label="Kind"
            value={data.decision.kind}
            options={KIND_NAMES.map(kind => ({ value: kind, label: KINDS[kind].label }))}
            onPick={kind => classify({ kind })}
          />
        </div>
      )}
      {data?.decision && <Why decision={data.decision} url={data.url} />}
      {data?.record && <Merge pull={data.record} isOnly />}
    </article>
  )
}
