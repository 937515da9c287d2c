import { api } from '../api/client.ts'
import { accountQuery, type DataOf, pagedQuery } from '../api/queries.ts'

const account = api.accounts[':account']

/** All settings share one key, because an event only says that some of them changed. */
export const settingsQuery = accountQuery(['settings', 'account'], account.settings.$get)

export const voiceQuery = accountQuery(['settings', 'voice'], account.voice.$get)

export const writerQuery = accountQuery(['settings', 'writer'], account.writer.$get)

/** Servers of language models on the machine that Tidings runs on. */
export const localServersQuery = accountQuery(['local servers'], account.writer.local.$get, { staleTime: 0 })

export const policyQuery = accountQuery(['settings', 'policy'], account.policy.$get)

export type Policy = DataOf<typeof policyQuery>

export const feedsQuery = accountQuery(['settings', 'feeds'], account.feeds.$get)

export const pageQuery = accountQuery(['settings', 'page'], account.page.$get)

export const summaryQuery = accountQuery(['settings', 'summary'], account.summary.$get)

export const planQuery = accountQuery(['settings', 'plan'], account.plan.$get)

export const activityQuery = pagedQuery('activity', account.activity.$get)

export type ActivityItem = DataOf<typeof activityQuery>['activity'][number]

/** Every actor and action in the log, for the filters. */
export const activityFiltersQuery = accountQuery(['activity', 'filters'], account.activity.filters.$get)
