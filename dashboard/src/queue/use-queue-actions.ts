import { useQueryClient } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { type Decision, useDecisions } from '../inbox/decisions.ts'
import { type Queue, queueQuery } from '../inbox/queries.ts'

type Entry = Queue['entries'][number]

/** What can be done with a queued entry. */
export interface QueueActions {
  decide: (entry: Entry, decision: Decision) => void
  /** Moves the entry in front of another; null moves it to the end. */
  move: (entry: Entry, before: string | null) => Promise<void>
  undo: () => Promise<void>
}

export function useQueueActions(): QueueActions {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const { decide, undo } = useDecisions()
  const move = async ({ id, version }: Entry, before: string | null) => {
    try {
      const json = { before, seen: version }
      await call(api.accounts[':account'].queue[':entry'].move.$post({ param: { account, entry: id }, json }))
    } catch (error) {
      toasts.show(error instanceof Error ? error.message : 'That did not work.')
    }
    await queries.invalidateQueries(queueQuery(account))
  }
  return { decide: (entry, decision) => void decide([entry], decision), move, undo }
}
