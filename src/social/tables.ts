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
      /** The origin of its server. */
      instance: string
      /** The network's permanent id of it. */
      remote_id: Fixed<string>
      handle: string
      name: string
      avatar_url: string | null
      profile_url: string
      /** JSON. */
      limits: string
      /** Sealed, as JSON; null once it is disconnected. */
      credentials: string | null
      /** When the credentials expire; null: never, or not known. */
      expires_at: number | null
      /** `active`, `needs reconnecting` or `disconnected`. */
      state: SocialAccountState
      state_reason: string | null
      /** JSON: which entries are posted, by kind. */
      rules: string
      /** BCP 47; null: that of the entry or account. */
      language: string | null
      visibility: PostVisibility
      /** JSON: a list of words. */
      hashtags: string
      /** What posts may cost in a month, in micro-dollars; null: the default. */
      budget: number | null
      /** No request before this time: the network's rate limit, and the distance between two posts. */
      blocked_until: number
      /** Held by the process that refreshes the credentials. */
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
      /** Sealed, as JSON: its id and secret. */
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
      /** Goes out at this time or later. */
      due_at: number
      /** Why a planned post waits; null: it does not. */
      held: HoldReason | null
      /** Identifies the last attempt. Only its sender may record an outcome. */
      attempt: string | null
      attempted_at: number | null
      /** When the first attempt began that may have reached the network; null: each certainly did not. */
      uncertain_since: Generated<number | null>
      attempts: number
      /** How often an unknown outcome was looked up. */
      lookups: number
      /** 1: the network refused to repeat a text that it has already. A look-up then cannot prove that the post is absent. */
      refused_as_duplicate: Generated<number>
      /** What the last attempt cost, in micro-dollars; null: nothing. */
      cost: number | null
      remote_id: string | null
      remote_url: string | null
      /** Why it failed, is unknown, or could not be withdrawn. */
      reason: string | null
      /** `wanted` once its entry was withdrawn, `refused` where the network keeps it. */
      withdrawal: Post['withdrawal'] | null
      created_at: Fixed<number>
      settled_at: number | null
    }
    /** What the account's writer made of an entry for posts. */
    post_words: {
      entry_id: Fixed<string>
      /** SHA-256 (hex) of the entry's words that it was made of. */
      source_hash: string
      /** JSON {lead, sentences}, or null where its words could not be used. */
      words: string
      /** The language model and the version of its instructions. */
      written_by: string
      written_at: number
    }
    /** A person's text in place of the proposed one. */
    post_text: {
      entry_id: Fixed<string>
      social_account_id: Fixed<string>
      text: string
      changed_by: string
      changed_at: number
    }
  }
}
