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
      /** 1 if somebody who signed in as this person has proven the address, or the operator vouches for it. */
      email_verified: number
      image: string | null
      created_at: Fixed<number>
      updated_at: number
    }
    /** One way in which a person can prove who they are. */
    credential: {
      id: Fixed<string>
      person_id: Fixed<string>
      /** `credential` for a password, otherwise the provider that vouches for the person (`github`, `oidc`). */
      provider: Fixed<string>
      /** The provider's id of the person, for `oidc` after the issuer and `#`; for a password the person's own id. */
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
      /** How often it was used, by the authenticator's count; 0 if it does not count. */
      counter: number
      /** As JSON: how the authenticator can be reached, which is a hint for browsers. */
      transports: Fixed<string>
      /** The name of the browser that it was made with. */
      device: Fixed<string>
      created_at: Fixed<number>
      last_used_at: number | null
    }
    /** A second factor, which a person gives in addition to a password or a link. */
    second_factor: {
      person_id: Fixed<string>
      /** The key of their authenticator app, sealed. */
      secret: Fixed<string>
      /** The latest time step (RFC 6238, section 4.2) whose code was accepted. Codes of this step and of earlier ones are refused. */
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
      /** When a link by mail started the session; null if it was started otherwise. */
      linked_at: number | null
      /** 1 if the person signed in with the OpenID Connect provider. */
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
      /** When the person last switched to the account. After signing in they see the one that they opened last. */
      opened_at: number | null
      created_at: Fixed<number>
    }
    token: {
      id: Fixed<string>
      account_id: Fixed<string>
      name: Fixed<string>
      /** The interface that it gives access to: `api` or `mcp`. */
      audience: Fixed<Audience>
      /** The scopes that it permits, separated by spaces (RFC 6749, section 3.3). */
      scope: Fixed<string>
      /** SHA-256 (hex) of the whole token. */
      hash: Fixed<string>
      /** The first characters of the token, to tell tokens apart. */
      prefix: Fixed<string>
      created_at: Fixed<number>
      /** Null for never. */
      expires_at: Fixed<number | null>
      /** Rounded to the minute. */
      last_used_at: number | null
      revoked_at: number | null
    }
    /** A program that people may authorize to read on their behalf. */
    oauth_client: {
      /** A UUID if it registered itself, otherwise the address of its metadata document. */
      id: Fixed<string>
      /** The client's name for itself. */
      name: string
      /** A JSON list of addresses. */
      redirect_uris: string
      created_at: Fixed<number>
      /** When it was last authorized. */
      granted_at: number | null
    }
    /** What one person lets one client read. It ends with their membership. */
    oauth_grant: {
      id: Fixed<string>
      account_id: Fixed<string>
      person_id: Fixed<string>
      client_id: Fixed<string>
      /** The address of the interface that it gives access to (RFC 8707). */
      resource: Fixed<string>
      scope: string
      created_at: Fixed<number>
      /** Rounded to the minute. */
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
      /** The token in the DNS record that proves the domain. */
      token: Fixed<string>
      /** Null while the domain is not proven, or no longer is. */
      proven_at: number | null
      /** When the record was last seen. */
      confirmed_at: number | null
      /** The address of the last person for whom the plan had no seat, and when that was. */
      turned_away: string | null
      turned_away_at: number | null
      created_at: Fixed<number>
    }
  }
}
