import { QueryClient, queryOptions } from '@tanstack/react-query'
import { answer, api, Refusal } from './api.ts'

/** What was refused is refused again; what did not come through is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      networkMode: 'always',
      retry: (failures, error) =>
        failures < 2 && !(error instanceof Refusal && error.status > 0 && error.status < 500),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Who is signed in, and which accounts they are in. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => answer(api.me.$get()) })

export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  queryFn: () => answer(api.welcome.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** How whoever is signed in may sign in, and where they are. */
export const ownSignInQuery = queryOptions({
  queryKey: ['own-sign-in'],
  queryFn: () => answer(api.me['sign-in'].$get()),
})

export const membersQuery = (account: string) =>
  queryOptions({
    queryKey: ['members', account],
    queryFn: () => answer(api.accounts[':account'].members.$get({ param: { account } })),
  })

export const tokensQuery = (account: string) =>
  queryOptions({
    queryKey: ['tokens', account],
    queryFn: () => answer(api.accounts[':account'].tokens.$get({ param: { account } })),
  })

export const clientsQuery = (account: string) =>
  queryOptions({
    queryKey: ['clients', account],
    queryFn: () => answer(api.accounts[':account'].clients.$get({ param: { account } })),
  })

export type ConnectedClient = Awaited<
  ReturnType<NonNullable<ReturnType<typeof clientsQuery>['queryFn']>>
>['clients'][number]

export type Token = Awaited<
  ReturnType<NonNullable<ReturnType<typeof tokensQuery>['queryFn']>>
>['tokens'][number]

export type Me = Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>
