import type { Role } from '#accounts/roles.ts'
import type { Audience } from '#auth/tokens.ts'
import type { OtherAccount } from './other-account.ts'

/**
 * Who may call a route: anybody; the holder of the address or one-time secret in the request; a provider with its proof; a program with a
 * token; a signed-in person; or members of the account in the path with at least this role.
 */
export type Access = 'anybody' | 'holder' | 'provider' | Audience | 'person' | Role

export interface RouteRule {
  access: Access
  /** The body of the request, if it needs one; ids in it are the neighbour's. */
  body?: object | ((neighbour: OtherAccount) => object)
  /** The query of the request, if it needs one. */
  query?: string
  /** The method of the request, for a route that answers several. */
  method?: string
  headers?: Record<string, string>
  /** The status for a caller who is allowed, if that is not a success. */
  answer?: number
  /** What may be read of the account before the caller is identified, and why. */
  reads?: string
}
