import { useQueryClient } from '@tanstack/react-query'
import { Proposed } from '../decisions/proposed.tsx'
import { keepApart } from '../decisions/use-grouping.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Icon } from '../parts/icon.tsx'
import { proposalsQuery } from './queries.ts'

interface Props {
  /** Groups these drafts into one entry. */
  onGroup: (ids: string[]) => Promise<void>
}

/** Drafts that may be one entry, one proposal at a time. A person accepts or declines it. */
export function Proposals({ onGroup }: Props) {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const { data } = useAccountQuery(proposalsQuery, { enabled: may('writer') })
  const proposal = data?.groups[0]
  if (!proposal) return null
  const { entries, topics } = proposal
  const group = async () => {
    await onGroup(entries.map(({ id }) => id))
    void queries.invalidateQueries(proposalsQuery(account))
  }
  return (
    <section aria-label="Proposal" className="border-b border-line bg-raised/60 px-4 py-2">
      <details key={topics.join()} className="group">
        <summary className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md text-s pointer-coarse:min-h-11">
          <Icon name="sets" className="size-4 text-accent" />
          <span>
            <span className="font-semibold">{entries.length} drafts may be one entry</span>
            <span className="text-quiet">
              {' '}
              · <span className="group-open:hidden">show</span>
              <span className="not-group-open:hidden">hide</span>
            </span>
          </span>
        </summary>
        <div className="mt-2 grid gap-2">
          <Proposed
            entries={entries}
            onGroup={() => void group()}
            onKeep={() => void keepApart(account, proposal)}
          />
        </div>
      </details>
    </section>
  )
}
