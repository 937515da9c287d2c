import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import { accountQuery } from '../api/queries.ts'
import { api, call } from './client.ts'
import type { DataOf } from './queries.ts'

const account = api.accounts[':account']

const PAGE_SIZE = '100'

/** Whether events update the counts. They do not behind a proxy that buffers, or after the stream broke off. */
export const liveCounts = { isLive: false }

const COUNTS_MS = 20_000

/** The counts of what waits on each page. Events update them; without events they are polled. */
export const countsQuery = (id: string) =>
  queryOptions({
    queryKey: ['counts', id],
    queryFn: () => call(account.counts.$get({ param: { account: id } })),
    refetchInterval: () => (liveCounts.isLive ? false : COUNTS_MS),
  })

/** An entry with its texts, pull requests and history. */
export const entryQuery = (id: string, entry: string) =>
  queryOptions({
    queryKey: ['entry', id, entry],
    queryFn: () => call(account.entries[':entry'].$get({ param: { account: id, entry } })),
  })

export type EntryDetail = DataOf<typeof entryQuery>
export type CoveredPull = EntryDetail['pulls'][number]

/** A pull request of the ledger, with its record and decision. */
export const pullQuery = (id: string, pull: string) =>
  queryOptions({
    queryKey: ['pull', id, pull],
    queryFn: () => call(account.pulls[':pull'].$get({ param: { account: id, pull } })),
  })

/** The queue with its schedule and pauses. */
export const queueQuery = accountQuery(['queue'], account.queue.$get)

/** The edition that goes out next, laid out as readers would see it now, and its period. */
export const editionQuery = accountQuery(['edition'], account.edition.$get)

type LedgerParameters = Omit<InferRequestType<typeof account.pulls.$get>['query'], 'after' | 'limit'>

/** The ledger, newest merge first. */
export const ledgerQuery = (id: string, filter: LedgerParameters) =>
  infiniteQueryOptions({
    queryKey: ['pulls', id, filter],
    queryFn: ({ pageParam }) =>
      call(
        account.pulls.$get({
          param: { account: id },
          query: { ...filter, limit: PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
  })

export type LedgerLine = DataOf<typeof ledgerQuery>['pulls'][number]

type EntriesParameters = Omit<InferRequestType<typeof account.entries.$get>['query'], 'after' | 'limit'>

/** Entries in one state: queued ones by time, others newest first. */
export const entriesQuery = (id: string, filter: EntriesParameters) =>
  infiniteQueryOptions({
    queryKey: ['entries', id, filter],
    queryFn: ({ pageParam }) =>
      call(
        account.entries.$get({
          param: { account: id },
          query: { ...filter, limit: PAGE_SIZE, ...(pageParam !== null && { after: pageParam }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
  })

export type ListedEntry = DataOf<typeof entriesQuery>['entries'][number]
export type Queue = DataOf<typeof queueQuery>

/** The newest merge of the account, to know whether there is any. */
export const anyPullQuery = (id: string) =>
  queryOptions({
    queryKey: ['pulls', id, 'newest'],
    queryFn: () => call(account.pulls.$get({ param: { account: id }, query: { limit: '1' } })),
  })
