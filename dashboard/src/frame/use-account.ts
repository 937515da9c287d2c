import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { meQuery } from '../api/queries.ts'
import { isAtLeast, type Role } from '../roles.ts'

/** The account in the address. Its id is known at once, the rest only when the server has answered. */
export function useAccount() {
  const { account: id } = useParams({ from: '/$account' })
  const { data } = useQuery(meQuery)
  const own = data?.accounts.find(account => account.id === id)
  return {
    id,
    name: own?.name ?? '',
    timeZone: own?.timeZone ?? 'UTC',
    role: own?.role ?? null,
    person: data?.person ?? null,
    /** Whether the person's role includes this one. False until it is known. */
    may: (least: Role): boolean => own !== undefined && isAtLeast(own.role, least),
  }
}
