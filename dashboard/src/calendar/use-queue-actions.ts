import { useQueryClient } from '@tanstack/react-query'
import { type Queue, queueQuery } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { useAccount } from '../frame/use-account.ts'
import { decisionFor, type QueuedEntry, type QueueTime, queueAfter } from './lanes.ts'

/** What can be done with a queued entry. All of it can be undone. */
export interface QueueActions {
  decide: (entry: QueuedEntry, decision: Decision) => void
  /** Moves the entry, and shows it in its new place at once. */
  move: (entry: QueuedEntry, to: QueueTime) => void
}

export function useQueueActions(): QueueActions {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const { decide } = useDecisions()
  const { queryKey } = queueQuery(account)
  const move = (entry: QueuedEntry, to: QueueTime) => {
    const queue = queries.getQueryData<Queue>(queryKey)
    if (!queue) return
    void queries.cancelQueries({ queryKey, exact: true })
    queries.setQueryData(queryKey, queueAfter(queue, entry, to))
    void decide([entry], decisionFor(queue, entry, to))
  }
  return { decide: (entry, decision) => void decide([entry], decision), move }
}
