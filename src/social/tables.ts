import type { Generated } from 'kysely'
import type { Fixed } from '#platform/db/schema.ts'
import type { HoldReason } from '#social/accounts/held-posts.ts'
import type { SocialAccountState } from '#social/accounts/social-account.ts'
import type { PostVisibility } from '#social/network.ts'
import type { Post, PostState } from '#social/posts/post.ts'
import type { NetworkName } from '#social/settings.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** An account on a social network that posts go to. */
    social_account: {
      id: Fixed<string>
      account_id: Fixed<string>
      set_id: string | null
      network: Fixed<NetworkName>
      /** The origin of the account's server. */
      instance: string
      /** The network's permanent id of the account. */
      remote_id: Fixed<string>
      handle: string
      name: string
      avatar_url: string | null
      profile_url: string
      /** As JSON. */
      limits: string
      /** Sealed JSON; null once the account is disconnected. */
      credentials: string | null
      /** When the credentials expire; null for never or unknown. */
      expires_at: number | null
      /** `active`, `needs reconnecting` or `disconnected`. */
      state: SocialAccountState
      state_reason: string | null
      /** JSON: which entries are posted. */
      rules: string
      /** BCP 47 tag; null for the language of the entry or account. */
      language: string | null
      visibility: PostVisibility
      /** A JSON list of words. */
      hashtags: string
      /** The most that posts may cost in a month, in micro-dollars; null for the default. */
      budget: number | null
      /** No request is sent before this time, because of the network's rate limit or the gap between two posts. */
      blocked_until: number
      /** The token of the process that is refreshing the credentials. */
      refresh_token: string | null
      refresh_until: number | null
      verified_at: number
      /** When its owners were told that it needs reconnecting. */
      told_at: number | null
      connected_at: number
    }
    /** An application of this service on one server of a network. */
    social_app: {
      network: Fixed<NetworkName>
      instance: string
      return_url: Fixed<string>
      /** The application's id and secret, as sealed JSON. */
      client: Fixed<string>
      created_at: Fixed<number>
    }
    /** One entry's text on one social account. */
    post: {
      id: Fixed<string>
      account_id: Fixed<string>
      entry_id: Fixed<string>
      social_account_id: Fixed<string>
      /** `planned`, `attempting`, `posted`, `failed`, `unknown`, `withdrawn` or `cancelled`. */
      state: PostState
      text: string
      /** The post goes out at this time or later. */
      due_at: number
      /** Why a planned post is held; null if it is not. */
      held: HoldReason | null
      /** Identifies the last attempt. Only the process that made it may record the outcome. */
      attempt: string | null
      attempted_at: number | null
      /** When the first attempt that may have reached the network began; null if none may have. */
      uncertain_since: Generated<number | null>
      attempts: number
      /** How often an unknown outcome was looked up. */
      lookups: number
      /**
       * 1 if the network refused the post because the account already has its text. A look-up then cannot prove that the post is absent.
       */
      refused_as_duplicate: Generated<number>
      /** What the last attempt cost, in micro-dollars; null for nothing. */
      cost: number | null
      remote_id: string | null
      remote_url: string | null
      /** Why the post failed, is unknown, or could not be withdrawn. */
      reason: string | null
      /** `wanted` once the post's entry was withdrawn, `refused` if the network does not remove the post. */
      withdrawal: Post['withdrawal'] | null
      created_at: Fixed<number>
      settled_at: number | null
    }
    /** The words that the account's writer made of an entry for posts. */
    post_words: {
      entry_id: Fixed<string>
      /** SHA-256 (hex) of the entry's words that they were made from. */
      source_hash: string
      /** JSON {lead, sentences}, or JSON null if the writer's words could not be used. */
      words: string
    }
    /** The text that a person wrote in place of the proposed one. */
    post_text: {
      entry_id: Fixed<string>
      social_account_id: Fixed<string>
      text: string
      changed_by: string
      changed_at: number
    }
  }
}
