import { useCallback, useState } from 'react'
import { toasts } from '../frame/toasts.tsx'

/** Items that one request changes at most. */
export const MOST_CHOSEN = 200

/** The rows that are chosen to be decided about together. On a phone they are picked by pressing them. */
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
        return before.size < MOST_CHOSEN ? before.union(new Set([id])) : before
      }),
    [],
  )
  const chooseAll = useCallback((ids: readonly string[], total: number) => {
    setChosen(new Set(ids.slice(0, MOST_CHOSEN)))
    if (total > MOST_CHOSEN)
      toasts.show(`The first ${MOST_CHOSEN} of ${total} are selected: as many as can be decided at once.`)
  }, [])
  return { chosen, isPicking, setPicking, choose, chooseAll, clear }
}
