import type { Generated } from 'kysely'
import type { Role } from '#accounts/roles.ts'
import type { JoiningRole } from '#auth/domains/domain.ts'
import type { Audience } from '#auth/tokens.ts'
import type { Fixed } from '#platform/db/schema.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    person: {
      id: Fixed<string>
      name: string
      /** The address in lower case, which all its spellings have in common. */
      email: string
      /** 1: whoever signs in as this person has proven the address, or the operator vouches for it. */
      email_verified: number
      image: string | null
      created_at: Fixed<number>
      updated_at: number
    }
    /** One way in which a person can prove who they are. */
    credential: {
      id: Fixed<string>
      person_id: Fixed<string>
      /** `credential` for a password, else who vouches (`github`, `oidc`). */
      provider: Fixed<string>
      /** By which id the provider knows the person, for `oidc` behind issuer and `#`; the person's own for a password. */
      subject: Fixed<string>
      /** A slow hash; null for anything but a password. */
      password: string | null
      created_at: Fixed<number>
      updated_at: number
    }
    passkey: {
      /** The id that the authenticator gives the passkey, in base64url. */
      id: Fixed<string>
      person_id: Fixed<string>
      /** COSE, base64url. */
      public_key: Fixed<string>
      /** Uses, as the authenticator counts them; 0 when it does not. */
      counter: number
      /** JSON: how the authenticator is reached, a hint for browsers. */
      transports: Fixed<string>
      /** The browser that it was made with. */
      device: Fixed<string>
      created_at: Fixed<number>
      last_used_at: number | null
    }
    /** What a person shows besides a password or a link. */
    second_factor: {
      person_id: Fixed<string>
      /** The key of their authenticator app, sealed. */
      secret: Fixed<string>
      /** The latest time step (RFC 6238 §4.2) whose code was accepted. No code of it or of an earlier one counts. */
      last_step: number
      created_at: Fixed<number>
    }
    session: {
      id: Fixed<string>
      person_id: Fixed<string>
      /** A hash of the token that the cookie holds. */
      token: Fixed<string>
      expires_at: number
      ip_address: string | null
      user_agent: string | null
      /** When a link by mail began it; null: it began otherwise. */
      linked_at: number | null
      /** 1: the OpenID Connect provider vouched for the person. */
      by_sign_on: Generated<number>
      created_at: Fixed<number>
      updated_at: number
    }
    sign_in_rate: {
      id: Fixed<string>
      key: Fixed<string>
      count: number
      last_request: number
    }
    membership: {
      account_id: Fixed<string>
      person_id: Fixed<string>
      role: Role
      /** When the person last switched to it; the account that they find themselves in is the latest. */
      opened_at: number | null
      created_at: Fixed<number>
    }
    token: {
      id: Fixed<string>
      account_id: Fixed<string>
      name: Fixed<string>
      /** Which interface it opens: `api` or `mcp`. */
      audience: Fixed<Audience>
      /** What it permits, words with a space between (RFC 6749 §3.3). */
      scope: Fixed<string>
      /** SHA-256 (hex) of the whole token. */
      hash: Fixed<string>
      /** The first characters of the token, to tell one from another. */
      prefix: Fixed<string>
      created_at: Fixed<number>
      /** Null: never. */
      expires_at: Fixed<number | null>
      /** To the minute. */
      last_used_at: number | null
      revoked_at: number | null
    }
    /** A program that people may let ask on their behalf. */
    oauth_client: {
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
    oauth_grant: {
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
    oauth_token: {
      /** SHA-256 (hex) of the token. */
      hash: Fixed<string>
      /** `access` or `refresh`. */
      kind: Fixed<string>
      grant_id: Fixed<string>
      family: Fixed<string>
      expires_at: Fixed<number>
      /** When a refresh token was exchanged for another one. */
      used_at: number | null
    }
    /** A domain whose people join the account when they sign in with the company's provider. */
    joining_domain: {
      id: Fixed<string>
      account_id: Fixed<string>
      /** The domain in lower-case ASCII, unique among those that are proven. */
      domain: Fixed<string>
      role: JoiningRole
      /** Stands in the DNS record that proves the domain. */
      token: Fixed<string>
      /** Null while it is not proven, or not any more. */
      proven_at: number | null
      /** When the record was last seen. */
      confirmed_at: number | null
      /** The address of the last person for whom the plan had no seat, and when. */
      turned_away: string | null
      turned_away_at: number | null
      created_at: Fixed<number>
    }
  }
}
