import { useCallback, useState } from 'react'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { toasts } from '../frame/toasts.tsx'
import { focusCurrentRow } from './list/use-list-focus.ts'

/** The rows that are selected to be decided about together. On a phone they are selected by pressing them. */
export function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isPicking, setPicking] = useState(false)
  const clear = useCallback(() => {
    setPicking(false)
    setChosen(before => (before.size > 0 ? new Set() : before))
  }, [])
  const choose = useCallback(
    (id: string) =>
      setChosen(before => {
        if (before.has(id)) return before.difference(new Set([id]))
        return before.size < MAX_ITEMS_PER_REQUEST ? before.union(new Set([id])) : before
      }),
    [],
  )
  const chooseAll = useCallback((ids: readonly string[], total: number) => {
    setChosen(new Set(ids.slice(0, MAX_ITEMS_PER_REQUEST)))
    if (total > MAX_ITEMS_PER_REQUEST)
      toasts.show(
        `The first ${MAX_ITEMS_PER_REQUEST} of ${total} are selected: as many as can be decided at once.`,
      )
  }, [])
  // The button that was pressed leaves with this, so the rows get its focus.
  const pick = () => {
    setPicking(true)
    focusCurrentRow()
  }
  return { chosen, isPicking, pick, choose, chooseAll, clear }
}
