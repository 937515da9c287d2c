import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../frame/use-account.ts'
import type { Decision } from '../inbox/decisions.ts'
import { type EntryDetail, queueQuery } from '../inbox/queries.ts'
import { Button } from '../parts/button.tsx'
import type { Role } from '../roles.ts'
import { slotTime } from '../time.ts'

interface Action {
  label: string
  decision: Decision
  least: Role
}

type State = EntryDetail['entry']['state']

/** The transitions from each state; the first is the usual one. */
const ACTIONS: Record<State, readonly Action[]> = {
  draft: [
    { label: 'Publish now', decision: { transition: 'publish' }, least: 'publisher' },
    { label: 'Dismiss', decision: { transition: 'dismiss' }, least: 'writer' },
  ],
  queued: [
    { label: 'Publish now', decision: { transition: 'publish' }, least: 'publisher' },
    { label: 'Take out of the queue', decision: { transition: 'unqueue' }, least: 'publisher' },
  ],
  published: [{ label: 'Withdraw', decision: { transition: 'withdraw' }, least: 'publisher' }],
  withdrawn: [{ label: 'Publish again', decision: { transition: 'republish' }, least: 'publisher' }],
  dismissed: [{ label: 'Restore', decision: { transition: 'restore' }, least: 'writer' }],
}

interface Props {
  entry: EntryDetail['entry']
  /** While something is unsaved, nothing else is offered. */
  isBusy: boolean
  onDecide: (decision: Decision) => void
}

/** What can be done with the entry in its state. */
export function EntryActions({ entry, isBusy, onDecide }: Props) {
  const { id, timeZone, may } = useAccount()
  const { data } = useQuery(queueQuery(id))
  const slot = data?.free.find(queue => queue.setId === entry.setId)?.free[0]
  const actions = ACTIONS[entry.state].filter(({ least }) => may(least))
  const canQueue = entry.state === 'draft' && slot !== undefined && may('publisher')
  return (
    <div role="toolbar" aria-label="Actions" className="flex flex-wrap gap-2">
      {canQueue && (
        <Button variant="primary" disabled={isBusy} onClick={() => onDecide({ queue: 'next' })}>
          Queue for {slotTime(slot, Date.now(), timeZone)}
        </Button>
      )}
      {actions.map(({ label, decision }, at) => (
        <Button
          key={label}
          variant={at === 0 && !canQueue && entry.state !== 'published' ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={() => onDecide(decision)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
