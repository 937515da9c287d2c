import { useQuery } from '@tanstack/react-query'
import { type EntryDetail, queueQuery } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { Withdraw } from '../decisions/withdraw.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { useNow } from '../parts/text/time.tsx'
import type { Role } from '../roles.ts'
import { slotTime } from '../time.ts'
import { UngroupButton } from './ungroup-button.tsx'

interface Action {
  label: string
  decision: Decision
  least: Role
}

type Entry = EntryDetail['entry']

const PUBLISH: Action = {
  label: 'Publish now',
  decision: { transition: 'publish' },
  least: 'publisher',
}
const INTERNAL: Action = {
  label: 'Not for customers',
  decision: { classification: { visibility: 'internal' } },
  least: 'writer',
}
const DISMISS: Action = { label: 'Dismiss', decision: { transition: 'dismiss' }, least: 'writer' }

/** The transitions from each state; the first is the usual one. Withdrawing is apart, because it asks first. */
const ACTIONS: Record<Entry['state'], readonly Action[]> = {
  draft: [PUBLISH, INTERNAL, DISMISS],
  queued: [
    PUBLISH,
    { label: 'Take out of the queue', decision: { transition: 'unqueue' }, least: 'publisher' },
  ],
  published: [],
  withdrawn: [{ label: 'Publish again', decision: { transition: 'republish' }, least: 'publisher' }],
  dismissed: [{ label: 'Restore', decision: { transition: 'restore' }, least: 'writer' }],
}

interface Props {
  entry: Entry
  /** While something is unsaved, nothing else is offered. */
  isBusy: boolean
  onDecide: (decision: Decision) => void
}

/** What can be done with the entry in its state. It has no keys: the page is for typing. */
export function EntryActions({ entry, isBusy, onDecide }: Props) {
  const { may } = useAccount()
  const actions = useActions(entry)
  return (
    <div role="toolbar" aria-label="Actions" className="flex flex-wrap gap-2 max-md:gap-1.5 max-md:*:px-2.5">
      {actions.map(({ label, decision }, at) => (
        <Button
          key={label}
          variant={at === 0 ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={() => onDecide(decision)}
        >
          {label}
        </Button>
      ))}
      {entry.state === 'published' && may('publisher') && (
        <Withdraw
          entry={entry}
          variant="secondary"
          disabled={isBusy}
          onConfirm={() => onDecide({ transition: 'withdraw' })}
        />
      )}
      {isGroup(entry) && may('writer') && <UngroupButton entry={entry} disabled={isBusy} />}
    </div>
  )
}

/** Only a draft can be ungrouped. */
const isGroup = ({ state, origin }: Entry): boolean =>
  state === 'draft' && origin !== 'pull-request' && origin !== 'import'

function useActions(entry: Entry): Action[] {
  const { id, timeZone, may } = useAccount()
  const { data } = useQuery(queueQuery(id))
  const slot = data?.free.find(queue => queue.setId === entry.setId)?.free[0]
  const now = useNow()
  const actions = [...ACTIONS[entry.state]]
  if (entry.state === 'draft' && slot !== undefined)
    actions.unshift({
      label: `Queue for ${slotTime(slot, now, timeZone)}`,
      decision: { queue: 'next' },
      least: 'publisher',
    })
  return actions.filter(({ least }) => may(least))
}
