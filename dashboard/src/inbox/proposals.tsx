import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keepApart } from '../decisions/use-grouping.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
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
  const { data } = useQuery({ ...proposalsQuery(account), enabled: may('writer') })
  const [isOpen, setOpen] = useState(false)
  const proposal = data?.groups[0]
  if (!proposal) return null
  const ids = proposal.entries.map(({ id }) => id)
  const refresh = () => void queries.invalidateQueries(proposalsQuery(account))
  return (
    <section aria-label="Proposal" className="grid gap-2 border-b border-line bg-raised/60 px-4 py-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-8 items-center gap-2 rounded-md text-left text-s pointer-coarse:min-h-11"
      >
        <Icon name="sets" className="size-4 text-accent" />
        <span className="min-w-0 flex-1">
          <span className="font-semibold">{ids.length} drafts may be one entry</span>
          <span className="text-quiet"> · {isOpen ? 'hide' : 'show'}</span>
        </span>
      </button>
      {isOpen && (
        <>
          <ul className="grid gap-1 text-s">
            {proposal.entries.map(entry => (
              <li key={entry.id} dir="auto" className="truncate">
                {entry.title}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-1 forced-colors:gap-2">
            <Button className="px-3!" onClick={() => void onGroup(ids).then(refresh)}>
              Group
            </Button>
            <Button
              variant="tertiary"
              className="px-3!"
              aria-label="Keep them apart"
              onClick={() => void keepApart(account, proposal)}
            >
              Keep
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
