import type { ActionContext } from '#accounts/activity.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { Log } from '#platform/log.ts'
import type { MailTransport } from '#platform/mail/mail.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { NetworkContext, Networks } from './network.ts'
import type { PostTiming } from './posts/timing.ts'
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
