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
  /** What is sent, where something must be; with ids in it, those of the neighbour. */
  body?: object | ((neighbour: OtherAccount) => object)
  /** What stands behind the question mark, where something must. */
  query?: string
  /** For a route that answers several methods. */
  method?: string
  headers?: Record<string, string>
  /** What whoever gets past is answered, where that is not a success. */
  answer?: number
  /** What of the account that is named may be read before anybody has shown who they are, and why. */
  reads?: string
}
