import type { Fixed } from './column.ts'

/** A program that people may let ask on their behalf. */
export interface OauthClientTable {
  /** A UUID where it registered itself, else the address of its metadata document. */
  id: Fixed<string>
  /** What it calls itself. */
  name: string
  /** JSON: a list of addresses. */
  redirect_uris: string
  created_at: Fixed<number>
  /** When somebody last let it in. */
  granted_at: number | null
}

/** What one person lets one client read: it ends with their membership. */
export interface OauthGrantTable {
  id: Fixed<string>
  account_id: Fixed<string>
  person_id: Fixed<string>
  client_id: Fixed<string>
  /** The address of the interface that it opens (RFC 8707). */
  resource: Fixed<string>
  scope: string
  created_at: Fixed<number>
  /** To the minute. */
  last_used_at: number | null
}

export interface OauthCodeTable {
  /** SHA-256 (hex) of the code. */
  hash: Fixed<string>
  grant_id: Fixed<string>
  /** What came of it, and of the tokens that came of that. */
  family: Fixed<string>
  redirect_uri: Fixed<string>
  /** RFC 7636 §4.2, by S256. */
  challenge: Fixed<string>
  expires_at: Fixed<number>
  used_at: number | null
}

export interface OauthTokenTable {
  /** SHA-256 (hex) of the token. */
  hash: Fixed<string>
  /** `access` or `refresh`. */
  kind: Fixed<string>
  grant_id: Fixed<string>
  family: Fixed<string>
  expires_at: Fixed<number>
  /** Of a refresh token: when it was given in exchange for another. */
  used_at: number | null
}
