import { queryClient } from './queries.ts'

/** The keys of queries whose answer lists or describes entries or pull requests. */
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
/** The keys of queries for a single entry or pull request, by its id. */
const ITEMS = ['entry', 'pull']

interface Shown {
  /** The keys of queries that the caller updates itself. */
  except?: readonly string[]
}

/**
 * Reloads every query on the page that shows changed entries or pull requests. `ids` are the ids of both;
 * null if any of them may have changed.
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
