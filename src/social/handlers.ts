import { handleJob, type RegisteredJob } from '#platform/jobs/job.ts'
import type { RecurringJob } from '#platform/jobs/recurring.ts'
import type { SocialContext } from '#social/context.ts'
import { verifySocialAccounts } from './accounts/health.ts'
import { tellPerson } from './accounts/tell.ts'
import { postJob, tellJob, withdrawPostJob, writePostJob } from './jobs.ts'
import { advancePost } from './posts/send.ts'
import { giveUpPost } from './posts/transitions.ts'
import { giveUpWithdrawal, withdrawPost } from './posts/withdraw.ts'
import { writePostTexts } from './posts/write.ts'

const nothing = async () => {}

/**
 * The handlers of posts, withdrawals and mails. Each stores its outcome in a transaction of its own, not in
 * that of the job, so that the outcome is kept even if the job's lease was lost.
 */
export const socialJobs = (context: SocialContext): RegisteredJob[] => [
  handleJob(postJob, {
    async run({ postId }, { signal }) {
      await advancePost(context, postId, signal)
      return nothing
    },
    onFailed: (tx, { postId }, error) => giveUpPost(tx, context, postId, error),
  }),
  handleJob(withdrawPostJob, {
    async run({ postId }) {
      await withdrawPost(context, postId)
      return nothing
    },
    onFailed: (tx, { postId }, error) => giveUpWithdrawal(tx, context, postId, error),
  }),
  handleJob(writePostJob, { run: ({ entryId }) => writePostTexts(context, entryId) }),
  handleJob(tellJob, {
    async run(payload) {
      await tellPerson(context, payload)
      return nothing
    },
  }),
]

export const recurringSocialJobs = (context: SocialContext): RecurringJob[] => [verifySocialAccounts(context)]
