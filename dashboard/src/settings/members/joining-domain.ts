import { useMutation, useQueryClient } from '@tanstack/react-query'
import { act } from '../../api/client.ts'
import { type DataOf, domainsQuery } from '../../api/queries.ts'
import { ROLE_OPTIONS } from '../../roles.ts'

export type JoiningDomain = DataOf<typeof domainsQuery>['domains'][number]
export type JoiningRole = JoiningDomain['role']

/** The roles that a domain can give. Nobody becomes an owner only by their address. */
export const JOINING_ROLES = ROLE_OPTIONS.flatMap(({ value, label }) =>
  value === 'owner' ? [] : [{ value, label }],
)

/** Adds a domain, or changes its role. */
export function usePutDomain(account: string) {
  const queries = useQueryClient()
  const { queryKey } = domainsQuery(account)
  return useMutation({
    mutationFn: (input: { domain: string; role: JoiningRole }) => act(account, 'account domain add', input),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
