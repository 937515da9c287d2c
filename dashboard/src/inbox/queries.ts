import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import type { Heading } from './search.ts'

const account = api.accounts[':account']

export type InboxParameters = Omit<InferRequestType<typeof account.inbox.$get>['query'], 'after' | 'limit'>

const PAGE_SIZE = '100'

/** One page of the rows. */
export const inboxRows = (id: string, filter: InboxParameters, after: string | null) =>
  call(
    account.inbox.$get({
      param: { account: id },
      query: { ...filter, limit: PAGE_SIZE, ...(after !== null && { after }) },
    }),
  )

/** The rows of the inbox, page by page. They are not reloaded automatically, so that they never move while somebody reads them. */
export const inboxQuery = (id: string, filter: InboxParameters) =>
  infiniteQueryOptions({
    queryKey: ['inbox', id, filter],
    queryFn: ({ pageParam }) => inboxRows(id, filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })

export type InboxRow = Omit<DataOf<typeof inboxQuery>['items'][number], 'tab'> & { tab: Heading }

/** The proposed groups of drafts. */
export const proposalsQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposals', id],
    queryFn: () => call(account.proposals.$get({ param: { account: id } })),
    staleTime: 60_000,
  })

export type Proposal = DataOf<typeof proposalsQuery>['groups'][number]

/** The newest decisions of all members, and whether they can be undone. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['history', id],
    queryFn: () => call(account.changes.$get({ param: { account: id } })),
    refetchOnMount: 'always',
  })

export type DecidedChange = DataOf<typeof historyQuery>['changes'][number]
