import type { ActionContext } from '#accounts/activity.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { Log } from '#platform/log.ts'
import type { MailTransport } from '#platform/mail/mail.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { NetworkContext, Networks } from './network.ts'
import type { WritePost } from './texts/post-words.ts'

/** The services that connecting and posting use. `actor` is who acts. */
export interface SocialContext extends ActionContext {
  db: Database
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
  networks: Networks
  network: NetworkContext
  /** Whether a language model writes for an account. */
  hasWriter(db: Reader, accountId: string): Promise<boolean>
  write: WritePost
  secrets(): Promise<Secrets>
  timing: PostTiming
  /** The mail transport, opened for the first mail. */
  transport(): Promise<MailTransport>
}

/** The times that control sending, in milliseconds. */
interface PostTiming {
  /** How long after an attempt began its outcome is looked up: longer than a request can take. */
  settleMs: number
  /** The waits between look-ups of one post. After the last one, a person decides. */
  lookUpWaitsMs: readonly number[]
  /** The time between two posts of one social account. */
  gapMs: number
  /** An attempt is given up if its process was suspended for longer than this before the request. */
  fenceMs: number
}

/** The longest that a request to a network may take, in milliseconds. */
export const REQUEST_MS = 30_000

export const POST_TIMING: PostTiming = {
  settleMs: 2 * MINUTE_MS,
  lookUpWaitsMs: [1, 5, 30, 60, 120].map(minutes => minutes * MINUTE_MS),
  gapMs: 5_000,
  fenceMs: 10_000,
}
