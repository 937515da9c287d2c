import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answers, api, call } from './client.ts'
import { connection } from './connection.ts'
import { ApiError } from './error.ts'
import { renewal } from './renewal.ts'

const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError && error.status > 0 && error.status < 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
    mutations: { networkMode: 'always' },
  },
})

/** A query about an account, by its id, which stands in its key after the first of `key`. */
export const accountQuery =
  <T>(
    [area, ...rest]: [area: string, ...rest: string[]],
    get: (request: { param: { account: string } }) => Answers<T>,
    options: { staleTime?: number; refetchOnMount?: 'always' } = {},
  ) =>
  (account: string) =>
    queryOptions({
      queryKey: [area, account, ...rest],
      queryFn: () => call(get({ param: { account } })),
      ...options,
    })

interface PageParameters {
  after?: string
  limit: string
}

/** A list of an account that is loaded page by page. The rows of the last filter stay until those of the next arrive. */
export const pagedQuery =
  <F, T extends { next: string | null }>(
    area: string,
    get: (request: { param: { account: string }; query: F & PageParameters }) => Answers<T>,
  ) =>
  (account: string, filter: Omit<F, keyof PageParameters>) =>
    infiniteQueryOptions({
      queryKey: [area, account, filter],
      queryFn: ({ pageParam }) => {
        const query = { ...filter, limit: '100', ...(pageParam !== null && { after: pageParam }) }
        return call(get({ param: { account }, query: query as F & PageParameters }))
      },
      initialPageParam: null as string | null,
      getNextPageParam: page => page.next,
      placeholderData: keepPreviousData,
    })

/** The signed-in person and their accounts. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  async queryFn() {
    const me = await call(api.me.$get())
    renewal.person = me.person
    return me
  },
})

export type Me = Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>

export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  queryFn: () => call(api.welcome.$get()),
  staleTime: 'static',
})

connection.probe = () => call(api.welcome.$get())

/** How the person signs in, and on which devices. */
export const ownSignInQuery = queryOptions({
  queryKey: ['own-sign-in'],
  queryFn: () => call(api.me['sign-in'].$get()),
})

export type OwnSignIn = Awaited<ReturnType<NonNullable<typeof ownSignInQuery.queryFn>>>

export const membersQuery = accountQuery(['members'], api.accounts[':account'].members.$get)

/** Whether the account requires single sign-on. */
export const signOnQuery = accountQuery(['members', 'sign-on'], api.accounts[':account']['sign-on'].$get)

/** The domains whose people join the account. */
export const domainsQuery = accountQuery(['members', 'domains'], api.accounts[':account'].domains.$get)

export const tokensQuery = accountQuery(['tokens'], api.accounts[':account'].tokens.$get)

export const clientsQuery = accountQuery(['clients'], api.accounts[':account'].clients.$get)

/** The data that a query returns. */
export type DataOf<Q extends (...args: never[]) => { queryFn?: unknown }> =
  ReturnType<Q> extends { queryFn?: infer F }
    ? NonNullable<F> extends (...args: never[]) => infer R
      ? Awaited<R>
      : never
    : never
