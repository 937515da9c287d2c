import { useCallback, useEffect, useReducer } from 'react'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { toasts } from '../frame/toasts.tsx'

type Ids = ReadonlySet<string>

/** The rows of a list that are selected to be decided about together: at most as many as one request takes. `ids` are those of the list. */
export function useChosen(ids: readonly string[]) {
  const [chosen, change] = useReducer(
    (before: Ids, after: (before: Ids, ids: readonly string[]) => Ids): Ids => {
      const wanted = after(before, ids)
      return wanted.size > MAX_ITEMS_PER_REQUEST
        ? new Set([...wanted].slice(0, MAX_ITEMS_PER_REQUEST))
        : wanted
    },
    new Set<string>(),
  )
  const isFull = chosen.size === MAX_ITEMS_PER_REQUEST
  useEffect(() => {
    if (isFull) toasts.show(`${MAX_ITEMS_PER_REQUEST} are selected: as many as can be decided at once.`)
  }, [isFull])
  return {
    chosen,
    /** Selects or deselects a row; with `isRange`, selects all from the last selected one to it. */
    choose: useCallback(
      (id: string, isRange = false) =>
        change((before, ids) => {
          const last = [...before].at(-1)
          if (isRange && last !== undefined) return before.union(new Set(between(ids, last, id)))
          return before.has(id) ? before.difference(new Set([id])) : before.union(new Set([id]))
        }),
      [],
    ),
    /** Selects these in addition. */
    add: (those: readonly string[]) => change(before => before.union(new Set(those))),
    chooseAll: (those: readonly string[]) => change(() => new Set(those)),
    clear: useCallback(() => change(before => (before.size > 0 ? new Set() : before)), []),
  }
}

export type Choosing = ReturnType<typeof useChosen>

function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b)
  return first < 0 ? [to] : ids.slice(first, last + 1)
}

interface Pages<Page> {
  data: { pages: readonly Page[] } | undefined
  fetchNextPage: () => Promise<{ data: { pages: readonly Page[] } | undefined }>
}

/** The rows of a list, of which further pages are loaded until `isEnough` or until there are no more. */
export async function loadedUntil<Page, Row>(
  { data, fetchNextPage }: Pages<Page>,
  rowsOf: (page: Page) => readonly Row[],
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<readonly Row[]> {
  let rows = data?.pages.flatMap(rowsOf) ?? []
  while (!isEnough(rows)) {
    const all = (await fetchNextPage()).data?.pages.flatMap(rowsOf) ?? []
    if (all.length <= rows.length) break
    rows = all
  }
  return rows
}
