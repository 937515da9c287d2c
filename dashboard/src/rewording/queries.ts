import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { accountQuery, type DataOf } from '../api/queries.ts'
import { showInRows } from '../decisions/rows.ts'
import { type InboxParameters, type InboxRow, inboxQuery } from '../inbox/queries.ts'
import type { RunOf } from '../runs/queries.ts'

/** What the writer could reword; null for nothing. */
export const rewordingQuery = accountQuery(['runs', 'rewording'], api.accounts[':account'].rewording.$get, {
  refetchOnMount: 'always',
})

export type Offer = NonNullable<DataOf<typeof rewordingQuery>['offer']>

const ROWS_MS = 2_000

/** While drafts are being reworded, and once when that ends, shows their new words in the rows of the inbox, which keep their places. */
export function useRewordedRows(account: string, run: RunOf<'rewording'> | null): void {
  const queries = useQueryClient()
  useQuery({
    queryKey: ['reworded rows', account, run?.id, run?.state],
    queryFn: async () => {
      const shown = queries.getQueriesData<InfiniteData<{ items: InboxRow[] }>>({
        queryKey: ['inbox', account],
        type: 'active',
      })
      for (const [key, data] of shown) {
        const filter = key[2] as InboxParameters
        const { pages } = await queries.fetchInfiniteQuery({
          ...inboxQuery(account, filter),
          queryKey: ['reworded rows', account, filter],
          pages: data?.pages.length ?? 0,
          staleTime: 0,
        })
        const entries = pages
          .flatMap(({ items }) => items)
          .flatMap(({ id, version, ...row }) =>
            id === null || version === null ? [] : [{ id, entry: { ...row, version } }],
          )
        showInRows(queries, account, entries)
      }
      return null
    },
    enabled: run !== null && run.counts.reworded > 0,
    refetchInterval: run?.state === 'running' ? ROWS_MS : false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
