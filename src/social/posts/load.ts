import { type Account, accountById } from '#accounts/account.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type SocialAccount, socialAccountById } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import type { Network } from '#social/network.ts'
import { type Post, postFrom, postRow } from './post.ts'
import type { Attempt } from './transitions.ts'

/** A post with what is needed to send it or look it up, as of the start of its job. */
export interface LoadedPost {
  post: Post
  /** The latest attempt; null before the first one, and after one that certainly did not reach the network. */
  attempt: Attempt | null
  /** The network refused the post because the account already has one with its text. */
  isDuplicate: boolean
  entry: Entry
  account: Account
  socialAccount: SocialAccount
  network: Network
}

/** Loads a post. Throws `not_found`. */
export async function loadPost(context: SocialContext, id: string): Promise<LoadedPost> {
  const { read } = context.db
  const row = await postRow(read, id)
  const post = postFrom(row)
  const socialAccount = await socialAccountById(read, post.socialAccountId)
  return {
    post,
    attempt: row.attempt,
    isDuplicate: row.refused_as_duplicate === 1,
    entry: await entryById(read, post.entryId),
    account: await accountById(read, post.accountId),
    socialAccount,
    network: await context.networks[socialAccount.network](),
  }
}
