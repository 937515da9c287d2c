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

/** The merges that tell most of the product, as customers would read them: drafts, and what is history. */
export const bestQuery = (id: string) =>
  queryOptions({
    queryKey: ['entries', id, 'best'],
    queryFn: async () => (await call(account.start.best.$get({ param: { account: id } }))).merges,
  })

export type BestMerge = DataOf<typeof bestQuery>[number]

/** The merges that are sure enough to be published as one list. */
export const sureQuery = (id: string) =>
  queryOptions({
    queryKey: ['entries', id, 'sure'],
    queryFn: () => call(account.start.sure.$get({ param: { account: id } })),
  })

export type SureMerge = DataOf<typeof sureQuery>['merges'][number]

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
