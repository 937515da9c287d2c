import { type InfiniteData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { showInRows } from '../decisions/rows.ts'
import { type InboxParameters, type InboxRow, inboxRows } from '../inbox/queries.ts'
import type { RunOf } from '../runs/queries.ts'

const route = api.accounts[':account'].rewording

/** What the writer could reword; null for nothing. */
export const rewordingQuery = (account: string) =>
  queryOptions({
    queryKey: ['runs', account, 'rewording'],
    queryFn: () => call(route.$get({ param: { account } })),
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
      for (const [[, , filter], data] of shown) {
        let after: string | null = null
        for (let page = data?.pages.length ?? 0; page > 0; page--) {
          const { items, next } = await inboxRows(account, filter as InboxParameters, after)
          const entries = items.flatMap(row => (row.version === null ? [] : { ...row, version: row.version }))
          showInRows(
            queries,
            account,
            entries.map(entry => ({ id: entry.id ?? '', entry })),
          )
          if (next === null) break
          after = next
        }
      }
      return null
    },
    enabled: run !== null && run.counts.reworded > 0,
    refetchInterval: run?.state === 'running' ? ROWS_MS : false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
