import { act } from '../../api/client.ts'
import type { DataOf, domainsQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { ROLE_OPTIONS } from '../../roles.ts'

export type JoiningDomain = DataOf<typeof domainsQuery>['domains'][number]
export type JoiningRole = JoiningDomain['role']

/** The roles that a domain can give. Nobody becomes an owner only by their address. */
export const JOINING_ROLES = ROLE_OPTIONS.flatMap(({ value, label }) =>
  value === 'owner' ? [] : [{ value, label }],
)

/** Adds a domain, or changes its role. */
export const usePutDomain = (account: string) =>
  useChange(['members'], (input: { domain: string; role: JoiningRole }) =>
    act(account, 'account domain add', input),
  )
