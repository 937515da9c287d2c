import type { Fixed } from './column.ts'

export interface TokenTable {
  id: Fixed<string>
  account_id: Fixed<string>
  name: Fixed<string>
  /** Which interface it opens: `api` or `mcp`. */
  audience: Fixed<string>
  /** What it permits, words with a space between (RFC 6749 §3.3). */
  scope: Fixed<string>
  /** SHA-256 (hex) of the whole token. */
  hash: Fixed<string>
  /** Its first characters, to tell one from another. */
  prefix: Fixed<string>
  created_at: Fixed<number>
  /** Null: never. */
  expires_at: Fixed<number | null>
  /** To the minute. */
  last_used_at: number | null
  revoked_at: number | null
}

/** Random keys that all processes on one database share. They protect nothing that the database does not hold itself. */
export interface ServerSecretTable {
  name: Fixed<string>
  /** 32 bytes, base64url. */
  secret: Fixed<string>
}

/** Where the server that started last is reached. At most one row. */
export interface ServerAddressTable {
  id: Fixed<number>
  /** Without a slash at the end. */
  address: string
}
