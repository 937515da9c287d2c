import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { anyPullQuery, countsQuery } from '../api/entry-queries.ts'
import { type DataOf, queryClient } from '../api/queries.ts'
import type { Role } from '../roles.ts'

const account = api.accounts[':account']

/** What the merges of the account came to, and which kinds of sources the server offers. */
export const startQuery = (id: string) =>
  queryOptions({
    queryKey: ['entries', id, 'start'],
    queryFn: () => call(account.start.$get({ param: { account: id } })),
  })

export type StartFacts = DataOf<typeof startQuery>

const APPROVAL_SIZE = '100'

/** The newest drafts of high confidence, which can be approved as one list. */
export const approvableQuery = (id: string) =>
  queryOptions({
    queryKey: ['entries', id, 'approvable'],
    queryFn: () =>
      call(
        account.inbox.$get({
          param: { account: id },
          query: { tab: 'review', confidence: 'high', limit: APPROVAL_SIZE },
        }),
      ),
  })

/** The newest drafts that are ready to be published; where there are none, those of low confidence. */
export const draftsQuery = (id: string) =>
  queryOptions({
    queryKey: ['entries', id, 'newest-drafts'],
    async queryFn() {
      const ready = await draftsIn(id, 'review')
      return ready.length > 0 ? ready : draftsIn(id, 'unsure')
    },
  })

async function draftsIn(id: string, tab: 'review' | 'unsure') {
  const query = { tab, limit: '20' }
  const { items } = await call(account.inbox.$get({ param: { account: id }, query }))
  return items.filter(row => row.id !== null)
}

const skippedKey = (id: string): string => `tidings-start-skipped-${id}`

/** Keeps the path from opening by itself in this browser. */
export const skipStart = (id: string): void => localStorage.setItem(skippedKey(id), 'yes')

/** Where a person arrives in an account: an owner of a new one on the path, everybody else in the inbox. */
export const firstPage = async ({ id, role }: { id: string; role: Role }) =>
  role === 'owner' && (await isNewAccount(id)) ? '/$account/start' : '/$account/inbox'

/** Whether the account has neither a source nor a merge, and the path was not skipped in this browser. */
async function isNewAccount(id: string): Promise<boolean> {
  if (localStorage.getItem(skippedKey(id)) !== null) return false
  const { sources } = await queryClient.ensureQueryData(countsQuery(id))
  if (sources.total > 0) return false
  const { pulls } = await queryClient.ensureQueryData(anyPullQuery(id))
  return pulls.length === 0
}
