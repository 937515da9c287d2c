import { api } from '../api/client.ts'
import { accountQuery, type DataOf, pagedQuery } from '../api/queries.ts'
import type { Heading } from './search.ts'

const account = api.accounts[':account']

const rowsQuery = pagedQuery('inbox', account.inbox.$get)

export type InboxParameters = Parameters<typeof rowsQuery>[1]

/** The rows of the inbox, page by page. They are not reloaded automatically, so that they never move while somebody reads them. */
export const inboxQuery = (id: string, filter: InboxParameters) => ({
  ...rowsQuery(id, filter),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always' as const,
  refetchOnReconnect: false,
})

export type InboxRow = Omit<DataOf<typeof inboxQuery>['items'][number], 'tab'> & { tab: Heading }

/** The proposed groups of drafts. */
export const proposalsQuery = accountQuery(['proposals'], account.proposals.$get, { staleTime: 60_000 })

export type Proposal = DataOf<typeof proposalsQuery>['groups'][number]

/** The newest decisions of all members, and whether they can be undone. */
export const historyQuery = accountQuery(['history'], account.changes.$get, { refetchOnMount: 'always' })

export type DecidedChange = DataOf<typeof historyQuery>['changes'][number]
