import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'

const account = api.accounts[':account']

/** The connected repositories. */
export const sourcesQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', id, 'all'],
    queryFn: () => call(account.sources.$get({ param: { account: id } })),
  })

export type Source = DataOf<typeof sourcesQuery>['sources'][number]

/** The git directories that the operator allows. Only for owners. */
export const directoriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', id, 'directories'],
    queryFn: () => call(account['git-directories'].$get({ param: { account: id } })),
  })

/** The repositories, and which of their merges belong to the account. */
export const repositoriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', id, 'repositories'],
    queryFn: () => call(account.repositories.$get({ param: { account: id } })),
  })

export type Repository = DataOf<typeof repositoriesQuery>['repositories'][number]

/** The jobs that gave up after several attempts. */
export const failuresQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', id, 'failures'],
    queryFn: () => call(account.failures.$get({ param: { account: id } })),
  })

/** Received webhooks, newest first. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['sources', id, 'deliveries'],
    queryFn: ({ pageParam }) =>
      call(
        account.deliveries.$get({
          param: { account: id },
          query: { limit: '20', ...(pageParam !== null && { after: pageParam }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
  })
