import { QueryClient, queryOptions } from '@tanstack/react-query'
import { api, call } from './client.ts'
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

/** The signed-in person and their accounts. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  async queryFn() {
    const me = await call(api.me.$get())
    renewal.setPerson(me.person.email)
    return me
  },
})

export type Me = Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>

export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  queryFn: () => call(api.welcome.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

connection.probe = () => call(api.welcome.$get())

/** How the person signs in, and on which devices. */
export const ownSignInQuery = queryOptions({
  queryKey: ['own-sign-in'],
  queryFn: () => call(api.me['sign-in'].$get()),
})

export const membersQuery = (account: string) =>
  queryOptions({
    queryKey: ['members', account],
    queryFn: () => call(api.accounts[':account'].members.$get({ param: { account } })),
  })

/** Whether the account requires single sign-on. */
export const signOnQuery = (account: string) =>
  queryOptions({
    queryKey: ['members', account, 'sign-on'],
    queryFn: () => call(api.accounts[':account']['sign-on'].$get({ param: { account } })),
  })

/** The domains whose people join the account. */
export const domainsQuery = (account: string) =>
  queryOptions({
    queryKey: ['members', account, 'domains'],
    queryFn: () => call(api.accounts[':account'].domains.$get({ param: { account } })),
  })

export const tokensQuery = (account: string) =>
  queryOptions({
    queryKey: ['tokens', account],
    queryFn: () => call(api.accounts[':account'].tokens.$get({ param: { account } })),
  })

export const clientsQuery = (account: string) =>
  queryOptions({
    queryKey: ['clients', account],
    queryFn: () => call(api.accounts[':account'].clients.$get({ param: { account } })),
  })

/** The data that a query returns. */
export type DataOf<Q extends (...args: never[]) => { queryFn?: unknown }> =
  ReturnType<Q> extends { queryFn?: infer F }
    ? NonNullable<F> extends (...args: never[]) => infer R
      ? Awaited<R>
      : never
    : never

export type ConnectedClient = DataOf<typeof clientsQuery>['clients'][number]
export type Token = DataOf<typeof tokensQuery>['tokens'][number]
