import type { Fixed } from './column.ts'

export interface PersonTable {
  id: Fixed<string>
  name: string
  /** In lower case, as all spellings of the address have it in common. */
  email: string
  /** 1: whoever signs in as this person has proven the address, or the operator vouches for it. */
  email_verified: number
  image: string | null
  created_at: Fixed<number>
  updated_at: number
}

/** One way in which a person can prove who they are. */
export interface CredentialTable {
  id: Fixed<string>
  person_id: Fixed<string>
  /** `credential` for a password, else who vouches (`github`). */
  provider: Fixed<string>
  /** By which id the provider knows the person; the person's own for a password. */
  subject: Fixed<string>
  /** A slow hash; null for anything but a password. */
  password: string | null
  created_at: Fixed<number>
  updated_at: number
}

export interface SessionTable {
  id: Fixed<string>
  person_id: Fixed<string>
  /** A hash of the token that the cookie holds. */
  token: Fixed<string>
  expires_at: number
  ip_address: string | null
  user_agent: string | null
  /** When a link by mail began it; null: it began otherwise. */
  linked_at: number | null
  created_at: Fixed<number>
  updated_at: number
}

/** What proves something for a while and once: a sign-in link, the state of a sign-in at GitHub. */
export interface VerificationTable {
  id: Fixed<string>
  identifier: string
  value: string
  expires_at: number
  created_at: Fixed<number>
  updated_at: number
}

export interface SignInRateTable {
  id: Fixed<string>
  key: Fixed<string>
  count: number
  last_request: number
}

export interface SetUpLinkTable {
  hash: Fixed<string>
  expires_at: Fixed<number>
  /** 1 in at most one row: of two links that are used at once, one comes too late. */
  used: number | null
  created_at: Fixed<number>
}

export interface MembershipTable {
  account_id: Fixed<string>
  person_id: Fixed<string>
  role: string
  /** When the person last switched to it; the account that they find themselves in is the latest. */
  opened_at: number | null
  created_at: Fixed<number>
}

/** One that waits: it is gone once it is accepted or taken back. */
export interface InvitationTable {
  id: Fixed<string>
  account_id: Fixed<string>
  email: Fixed<string>
  role: string
  hash: string
  invited_by: string
  expires_at: number
  created_at: number
}
