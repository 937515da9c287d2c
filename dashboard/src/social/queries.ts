import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { accountQuery, type DataOf, pagedQuery } from '../api/queries.ts'

const account = api.accounts[':account']

/** The social accounts with their sets, and what the networks offer. All social data share one key, because posts change with accounts. */
export const socialQuery = accountQuery(['social', 'accounts'], account.social.$get)

export type Social = DataOf<typeof socialQuery>
export type SocialAccount = Social['accounts'][number]
export type NamedSet = Social['sets'][number]
export type Network = Social['networks'][number]
export type NetworkName = Network['name']

/** The sets with how many entries each has. */
export const setSizesQuery = accountQuery(['social', 'sets'], account.sets.$get)

/** Posts that wait for a person; only the newest if there are very many. */
export const waitingPostsQuery = accountQuery(['social', 'waiting'], request =>
  account.posts.$get({ ...request, query: { waiting: 'true' } }),
)

/** All posts of a social account, newest first. */
export const postsQuery = pagedQuery('social', account.posts.$get)

export type ListedPost = DataOf<typeof postsQuery>['posts'][number]

/** The texts of an entry for each of its social accounts, and its posts. */
export const entryPostsQuery = (id: string, entry: string) =>
  queryOptions({
    queryKey: ['social', id, 'entry', entry],
    queryFn: () => call(account.entries[':entry'].posts.$get({ param: { account: id, entry } })),
  })

type EntryPosts = DataOf<typeof entryPostsQuery>
export type EntryText = EntryPosts['texts'][number]
export type Post = EntryPosts['posts'][number]
