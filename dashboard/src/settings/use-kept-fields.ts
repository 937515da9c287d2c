import { useState } from 'react'
import { useAccount } from '../frame/use-account.ts'
import { controlsOf } from '../parts/form/form.tsx'

/**
 * The fields of a form, with stored and typed values. Typed values are kept in the browser until they are
 * saved: they survive a reload, an ended session and a crash.
 */
export function useKeptFields<T extends object>(form: string, stored: T) {
  const { id: account } = useAccount()
  const key = `tidings-${form}-${account}`
  const [changes, setChanges] = useState<Partial<T>>(() =>
    differing(JSON.parse(localStorage.getItem(key) ?? '{}'), stored),
  )
  const values: T = { ...stored, ...changes }
  const kept = (next: Partial<T>): Partial<T> => {
    if (Object.keys(next).length > 0) localStorage.setItem(key, JSON.stringify(next))
    else localStorage.removeItem(key)
    return next
  }
  const keep = (next: Partial<T>) => setChanges(kept(next))
  const set = (given: Partial<T>) => keep(differing({ ...changes, ...given }, stored))
  return {
    values,
    /** The typed values that differ from the stored ones. */
    changes,
    isDirty: Object.keys(changes).length > 0,
    set,
    ...controlsOf(values, set),
    discard: () => keep({}),
    /** Forgets the values that were stored in the meantime. Values that were typed since are kept. */
    stored: (sent: Partial<T>) => setChanges(now => kept(differing(now, sent as T))),
  }
}

export type KeptFields<T extends object> = ReturnType<typeof useKeptFields<T>>

/** Compares texts, numbers, and lists of them. An empty text is stored as null. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')

const differing = <T extends object>(given: Partial<T>, stored: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !isSame(value, stored[name as keyof T])),
  ) as Partial<T>
