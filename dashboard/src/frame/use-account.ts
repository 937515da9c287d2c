import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { createContext, useContext, useMemo } from 'react'
import { isAtLeast, type Role } from '#accounts/roles.ts'
import { type Me, meQuery } from '../api/queries.ts'

/** The account in the address. Its id is known at once, the other fields only when the server has answered. */
interface CurrentAccount {
  id: string
  name: string
  timeZone: string
  role: Role | null
  /** Whether the account can only be seen after signing in with the company's provider. */
  needsSignOn: boolean
  person: Me['person'] | null
  /** Whether the person's role includes this one; false until that is known. */
  may: (least: Role) => boolean
}

export const AccountContext = createContext<CurrentAccount | null>(null)

/** Loads the account once, for all parts of the page. */
export function useAccountData(id: string): CurrentAccount {
  const { data } = useQuery(meQuery)
  return useMemo(() => {
    const own = data?.accounts.find(account => account.id === id)
    return {
      id,
      name: own?.name ?? '',
      timeZone: own?.timeZone ?? 'UTC',
      role: own?.role ?? null,
      needsSignOn: own?.needsSignOn ?? false,
      person: data?.person ?? null,
      may: least => own !== undefined && isAtLeast(own.role, least),
    }
  }, [id, data])
}

export function useAccount(): CurrentAccount {
  const account = useContext(AccountContext)
  if (!account) throw new Error('This part of the page belongs inside the frame of an account.')
  return account
}

/** Reads a query about this account. */
export const useAccountQuery = <T, K extends QueryKey>(
  query: (account: string) => UseQueryOptions<T, Error, T, K>,
  options: Pick<UseQueryOptions<T, Error, T, K>, 'enabled' | 'refetchInterval'> = {},
) => useQuery({ ...query(useAccount().id), ...options })

/** Links and ways to the pages of this account: they take its id from the address. */
export const { Link: PageLink, useNavigate: usePageNavigate } = getRouteApi('/$account')
