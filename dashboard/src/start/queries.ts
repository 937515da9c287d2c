import { queryOptions } from '@tanstack/react-query'
import type { Role } from '#accounts/roles.ts'
import { api, call } from '../api/client.ts'
import { anyPullQuery, countsQuery } from '../api/entry-queries.ts'
import { accountQuery, type DataOf, meQuery, queryClient } from '../api/queries.ts'
import { runsQuery } from '../runs/queries.ts'
import { pageQuery } from '../settings/queries.ts'
import { directoriesQuery, sourcesQuery } from '../sources/queries.ts'

const account = api.accounts[':account']

/** What the account's merges amount to, and which kinds of sources the server offers. */
export const startQuery = accountQuery(['entries', 'start'], account.start.$get)

export type StartFacts = DataOf<typeof startQuery>

/** The page opens after this time, with what has arrived. */
const LOAD_MS = 300

/** Loads the data of the path, so that it opens with its form. A failure is left to the page, which shows it. */
export async function loadPath(id: string): Promise<void> {
  const loaded = Promise.allSettled([
    queryClient.ensureQueryData(sourcesQuery(id)),
    queryClient.ensureQueryData(runsQuery(id)),
    queryClient.ensureQueryData(pageQuery(id)),
    queryClient.ensureQueryData(startQuery(id)),
    loadDirectories(id),
  ])
  // A component for the time of loading would not do: what a person chose in it is lost when the page replaces it.
  await Promise.race([loaded, new Promise(resolve => setTimeout(resolve, LOAD_MS))])
}

/** Loads the git directories for owners, since others may not read the list. */
async function loadDirectories(id: string): Promise<void> {
  const { accounts } = await queryClient.ensureQueryData(meQuery)
  if (accounts.some(account => account.id === id && account.role === 'owner'))
    await queryClient.ensureQueryData(directoriesQuery(id))
}

/** The merges that say most about the product, as customers would read them: drafts and history. */
export const bestQuery = (id: string) =>
  queryOptions({
    queryKey: ['entries', id, 'best'],
    queryFn: async () => (await call(account.start.best.$get({ param: { account: id } }))).merges,
  })

export type BestMerge = DataOf<typeof bestQuery>[number]

/** The merges of the past that could be published as one list. */
export const pastQuery = accountQuery(['entries', 'past'], account.start.past.$get)

export type Past = DataOf<typeof pastQuery>
export type PastMerge = Past['merges'][number]

/** What the team published about its product by itself; null where nothing was found. */
export const ownChangelogQuery = (id: string) =>
  queryOptions({
    queryKey: ['own changelog', id],
    queryFn: async () => (await call(account.start.changelog.$get({ param: { account: id } }))).changelog,
    staleTime: 'static',
  })

export type OwnChangelog = NonNullable<DataOf<typeof ownChangelogQuery>>

const skippedKey = (id: string): string => `tidings-start-skipped-${id}`

/** Prevents the path from opening by itself in this browser. */
export const skipStart = (id: string): void => localStorage.setItem(skippedKey(id), 'yes')

/** The first page of a person in an account: the path for an owner of a new one, otherwise Review. */
export const firstPage = async ({ id, role }: { id: string; role: Role }) =>
  role === 'owner' && (await isNewAccount(id)) ? '/$account/start' : '/$account/review'

/** Whether the account has neither a source nor a merge, and the path was not skipped in this browser. */
async function isNewAccount(id: string): Promise<boolean> {
  if (localStorage.getItem(skippedKey(id)) !== null) return false
  const { sources } = await queryClient.ensureQueryData(countsQuery(id))
  if (sources.total > 0) return false
  const { pulls } = await queryClient.ensureQueryData(anyPullQuery(id))
  return pulls.length === 0
}
