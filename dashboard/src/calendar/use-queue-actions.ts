import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { type Queue, queueQuery } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { useAccount } from '../frame/use-account.ts'
import { decisionFor, type QueuedEntry, type QueueTime, queueAfter } from './lanes.ts'

export type QueueActions = ReturnType<typeof useQueueActions>

/** What can be done with a queued entry. All of it can be undone. */
export function useQueueActions() {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const { decide } = useDecisions()
  const focused = useRef<string | null>(null)
  const { queryKey } = queueQuery(account)
  /** Moves the entry, and shows it in its new place at once. The focus stays on it. */
  const move = (entry: QueuedEntry, to: QueueTime) => {
    const queue = queries.getQueryData<Queue>(queryKey)
    if (!queue) return
    focused.current = document.activeElement?.closest('article, [role=menu]') ? entry.id : null
    void queries.cancelQueries({ queryKey, exact: true })
    queries.setQueryData(queryKey, queueAfter(queue, entry, to))
    void decide([entry], decisionFor(queue, entry, to))
  }
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-entry="${focused.current}"]`)?.focus()
  })
  return { decide: (entry: QueuedEntry, decision: Decision) => void decide([entry], decision), move }
}
