import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { CONFIDENCE_NAMES, KIND_NAMES, KINDS, MAGNITUDE_NAMES } from '../kinds.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { Select } from '../parts/select.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { PolicyTrial } from './policy-trial.tsx'
import { type Policy, policyQuery } from './queries.ts'
import { useSaving } from './use-saving.ts'

/** Whether a person approves each entry, with a trial of the policy over the last 90 days. */
export function PolicyPage() {
  const { id: account } = useAccount()
  const { data, error, isPending, refetch } = useQuery(policyQuery(account))
  return (
    <Page title="Policy" lead="Which drafts may go out without a person's approval." wide>
      {isPending && <RowsLoading label="Loading the policy" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && <PolicyForm stored={data} />}
    </Page>
  )
}

function PolicyForm({ stored }: { stored: Policy }) {
  const { id: account, may } = useAccount()
  const [policy, setPolicy] = useState(stored)
  const save = useSaving(() =>
    call(
      api.accounts[':account'].policy.$put({
        param: { account },
        json: { ...policy, kinds: [...policy.kinds] },
      }),
    ),
  )
  return (
    <div className="grid gap-10 xl:grid-cols-[360px_minmax(0,1fr)]">
      <fieldset disabled={!may('owner')} className="grid content-start gap-5">
        <legend className="sr-only">Policy</legend>
        <Select
          label="Approval"
          value={policy.mode}
          options={[
            { value: 'review', label: 'A person approves every entry' },
            { value: 'automatic', label: 'Publish by itself what is sure' },
          ]}
          onPick={mode => setPolicy({ ...policy, mode })}
        />
        <Select
          label="At least this magnitude"
          value={policy.leastMagnitude}
          options={MAGNITUDE_NAMES.map(value => ({ value, label: value }))}
          onPick={leastMagnitude => setPolicy({ ...policy, leastMagnitude })}
        />
        <Select
          label="At least this confidence"
          value={policy.leastConfidence}
          options={CONFIDENCE_NAMES.map(value => ({ value, label: value }))}
          onPick={leastConfidence => setPolicy({ ...policy, leastConfidence })}
        />
        <fieldset className="grid">
          <legend className="mb-1 font-semibold">Of these kinds</legend>
          {KIND_NAMES.map(kind => (
            <Checkbox
              key={kind}
              label={KINDS[kind].label}
              checked={policy.kinds.includes(kind)}
              onChange={isOn =>
                setPolicy({
                  ...policy,
                  kinds: KIND_NAMES.filter(one => (one === kind ? isOn : policy.kinds.includes(one))),
                })
              }
            />
          ))}
        </fieldset>
        <Problem error={save.error} />
        {may('owner') && (
          <div>
            <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(undefined)}>
              Save policy
            </Button>
          </div>
        )}
        <Done>
          {save.isSuccess ? 'Saved.' : !may('owner') && 'Only owners can change this. Anybody can try it.'}
        </Done>
      </fieldset>
      <PolicyTrial policy={policy} />
    </div>
  )
}
