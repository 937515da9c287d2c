import { useEffect, useState } from 'react'
import { keep, kept } from '../api/kept.ts'
import { useAccount } from '../frame/use-account.ts'
import { controlsOf } from '../parts/form/form.tsx'

/** What was typed into a field, and what was stored in it then; without `base`, what is read now counts as that. */
type Kept<T> = readonly (readonly [keyof T & string, { typed: T[keyof T]; base?: T[keyof T] }])[]

/**
 * The fields of a form, with stored and typed values. Typed values are kept in the browser until they are
 * saved, also while other pages of the account are shown.
 */
export function useKeptFields<T extends object>(form: string, stored: T) {
  const { id: account } = useAccount()
  const what = `${form}-${account}`
  const read = () => Object.entries(kept(what) ?? {}) as unknown as Kept<T>
  const [own, setOwn] = useState(read)
  const keepAll = (next: Kept<T>) => {
    keep(what, next.length > 0 ? Object.fromEntries(next) : null)
    setOwn(next)
  }
  const typed = own.filter(([name, one]) => !isSame(one.typed, stored[name]))
  useEffect(() => {
    if (typed.some(([, one]) => !('base' in one)))
      keepAll(typed.map(([name, one]) => [name, { base: stored[name], ...one }]))
  })
  const changes = Object.fromEntries(typed.map(([name, one]) => [name, one.typed])) as Partial<T>
  const values: T = { ...stored, ...changes }
  const set = (given: Partial<T>) => {
    const next = new Map(typed)
    for (const name of Object.keys(given) as (keyof T & string)[])
      next.set(name, { base: stored[name], ...next.get(name), typed: given[name] as T[keyof T] })
    keepAll([...next].filter(([name, one]) => !isSame(one.typed, stored[name])))
  }
  const contested = typed.filter(([name, one]) => 'base' in one && !isSame(one.base, stored[name]))
  const theirs = contested.map(([name]) => stored[name]).filter(value => typeof value === 'string')
  const conflict =
    contested.length > 0 &&
    `Changed by somebody else meanwhile${theirs.length > 0 ? `: “${theirs.join('”, “')}”` : ''}. Save your version or discard it.`
  return {
    values,
    /** The typed values that differ from the stored ones. */
    changes,
    /** Those of them that replace nothing which was stored only after the person began to type. */
    safe: Object.fromEntries(
      typed.filter(one => !contested.includes(one)).map(([name, one]) => [name, one.typed]),
    ) as Partial<T>,
    /** What is said about the others. */
    conflict,
    /** What is said of all that is not saved. */
    notice: (isSaving: boolean) =>
      typed.length > 0 && ((!isSaving && conflict) || 'Not saved yet. Kept in this browser.'),
    isDirty: typed.length > 0,
    set,
    ...controlsOf(values, set),
    discard: () => keepAll([]),
    /** Forgets the values that were stored, also after the page was left. Values that were typed since are kept. */
    stored: (sent: Partial<T>) =>
      keepAll(
        read()
          .filter(([name, one]) => !(name in sent && isSame(one.typed, sent[name])))
          .map(([name, one]) => [name, name in sent ? { typed: one.typed } : one]),
      ),
  }
}

export type KeptFields<T extends object> = ReturnType<typeof useKeptFields<T>>

/** Compares texts, numbers, and lists of them. An empty text is stored as null. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
