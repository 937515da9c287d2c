import { queryOptions } from '@tanstack/react-query'
import { forgetStored } from '../entry/editor/kept-words.ts'
import { api, call } from './client.ts'
import { accountQuery, type DataOf, pagedQuery } from './queries.ts'

const account = api.accounts[':account']

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
    queryFn: async () => {
      const detail = await call(account.entries[':entry'].$get({ param: { account: id, entry } }))
      forgetStored(detail.entry)
      return detail
    },
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

/** The ledger, newest merge first. */
export const ledgerQuery = pagedQuery('pulls', account.pulls.$get)

/** How many pull requests are in each place of the ledger. Reloaded whenever the ledger is. */
export const placesQuery = accountQuery(['pulls', 'places'], account.places.$get)

export type LedgerLine = DataOf<typeof ledgerQuery>['pulls'][number]

/** Entries in one state: queued ones by time, others newest first. */
export const entriesQuery = pagedQuery('entries', account.entries.$get)

export type ListedEntry = DataOf<typeof entriesQuery>['entries'][number]
export type Queue = DataOf<typeof queueQuery>

/** The newest merge of the account, to know whether there is any. */
export const anyPullQuery = accountQuery(['pulls', 'newest'], request =>
  account.pulls.$get({ ...request, query: { limit: '1' } }),
)
