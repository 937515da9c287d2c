import { useQuery } from '@tanstack/react-query'
import { type KeyActions, useKeys } from '../frame/keys.ts'
import { useAccount } from '../frame/use-account.ts'
import type { Decision } from '../inbox/decisions.ts'
import { type EntryDetail, queueQuery } from '../inbox/queries.ts'
import { Withdraw } from '../inbox/withdraw.tsx'
import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import type { Role } from '../roles.ts'
import { slotTime } from '../time.ts'
import { UngroupButton } from './ungroup-button.tsx'

interface Action {
  label: string
  decision: Decision
  least: Role
  key?: string
}

type Entry = EntryDetail['entry']

const PUBLISH: Action = {
  label: 'Publish now',
  decision: { transition: 'publish' },
  least: 'publisher',
  key: 'p',
}
const INTERNAL: Action = {
  label: 'Not for customers',
  decision: { classification: { visibility: 'internal' } },
  least: 'writer',
  key: 'i',
}
const DISMISS: Action = { label: 'Dismiss', decision: { transition: 'dismiss' }, least: 'writer', key: 'd' }

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

/** What can be done with the entry in its state, and the keys for it. */
export function EntryActions({ entry, isBusy, onDecide }: Props) {
  const { may } = useAccount()
  const actions = useActions(entry)
  const keys: KeyActions = {}
  for (const { key, decision } of actions) if (key) keys[key] = () => isBusy || onDecide(decision)
  useKeys(keys)
  return (
    <div role="toolbar" aria-label="Actions" className="flex flex-wrap gap-2 max-md:gap-1.5 max-md:*:px-2.5">
      {actions.map(({ label, decision, key }, at) => (
        <Button
          key={label}
          variant={at === 0 ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={() => onDecide(decision)}
        >
          {label} {key && <Key>{key === 'Enter' ? '⏎' : key}</Key>}
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
  const actions = [...ACTIONS[entry.state]]
  if (entry.state === 'draft' && slot !== undefined)
    actions.unshift({
      label: `Queue for ${slotTime(slot, Date.now(), timeZone)}`,
      decision: { queue: 'next' },
      least: 'publisher',
      key: 'Enter',
    })
  return actions.filter(({ least }) => may(least))
}
