import { queryClient } from './queries.ts'

/** Queries whose answer is a list of entries or pull requests, or tells of them. */
const LISTS = [
  'inbox',
  'counts',
  'edition',
  'queue',
  'entries',
  'pulls',
  'proposals',
  'history',
  'activity',
  'social',
  'runs',
]
/** Queries of a single one, by its id. */
const ITEMS = ['entry', 'pull']

interface Shown {
  /** What the caller keeps up to date itself. */
  except?: readonly string[]
}

/**
 * Reads again everything on the page that shows entries or pull requests which have changed. `ids` are those of both; null where any may
 * have changed.
 */
export function entriesChanged(
  account: string,
  ids: readonly string[] | null = null,
  { except = [] }: Shown = {},
): void {
  const again = (...queryKey: string[]) => void queryClient.invalidateQueries({ queryKey })
  for (const list of LISTS.filter(key => !except.includes(key))) again(list, account)
  for (const item of ITEMS) {
    if (ids === null) again(item, account)
    for (const id of ids ?? []) again(item, account, id)
  }
}
