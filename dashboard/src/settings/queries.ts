import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { act, api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import type { ActivitySearch } from './activity/activity-search.ts'

const account = api.accounts[':account']

/** All settings share one key, because an event only says that some of them changed. */
export const settingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', id, 'account'],
    queryFn: () => call(account.settings.$get({ param: { account: id } })),
  })

export const voiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', id, 'voice'],
    queryFn: () => call(account.voice.$get({ param: { account: id } })),
  })

export const writerQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', id, 'writer'],
    queryFn: () => call(account.writer.$get({ param: { account: id } })),
  })

/** Servers of language models on the machine that Tidings runs on. */
export const localServersQuery = (id: string) =>
  queryOptions({
    queryKey: ['local servers', id],
    queryFn: () => call(account.writer.local.$get({ param: { account: id } })),
    staleTime: 0,
  })

export const policyQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', id, 'policy'],
    queryFn: () => call(account.policy.$get({ param: { account: id } })),
  })

export type Policy = DataOf<typeof policyQuery>

export const thresholdsOf = ({ leastMagnitude, leastConfidence, kinds }: Policy) => ({
  magnitude: leastMagnitude,
  confidence: leastConfidence,
  kind: [...kinds],
})

/** How many merges a trial lists of each kind, published and not published. */
const MOST_TRIED = 500

/** What a policy would have published of the account's newest merges. */
export const trialQuery = (id: string, policy: Policy) =>
  queryOptions({
    queryKey: ['settings', id, 'trial', thresholdsOf(policy)],
    queryFn: () => act(id, 'policy try', { ...thresholdsOf(policy), most: MOST_TRIED }),
    enabled: policy.kinds.length > 0,
    placeholderData: before => before,
  })

export const feedsQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', id, 'feeds'],
    queryFn: () => call(account.feeds.$get({ param: { account: id } })),
  })

export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', id, 'page'],
    queryFn: () => call(account.page.$get({ param: { account: id } })),
  })

export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', id, 'summary'],
    queryFn: () => call(account.summary.$get({ param: { account: id } })),
  })

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', id, 'plan'],
    queryFn: () => call(account.plan.$get({ param: { account: id } })),
  })

export const activityQuery = (id: string, search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: ['activity', id, search],
    queryFn: ({ pageParam }) =>
      call(
        account.activity.$get({
          param: { account: id },
          query: { limit: '50', ...search, ...(pageParam !== null && { after: pageParam }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
    placeholderData: before => before,
  })

export type ActivityItem = DataOf<typeof activityQuery>['activity'][number]

/** Every actor and action in the log, for the filters. */
export const activityFiltersQuery = (id: string) =>
  queryOptions({
    queryKey: ['activity', id, 'filters'],
    queryFn: () => call(account.activity.filters.$get({ param: { account: id } })),
  })
