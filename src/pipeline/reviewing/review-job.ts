import { z } from 'zod'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { askHost } from '#pipeline/ingest/host-requests.ts'
import { type Database, later } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { defineJob, handleJob, type Outcome, type RegisteredJob } from '#platform/jobs/job.ts'
import { enqueueOnce } from '#platform/jobs/queue.ts'
import type { Secrets } from '#platform/secrets.ts'
import { refuseReviews } from '#pulls/connections/reviews.ts'
import { findSource, type Source } from '#pulls/connections/sources.ts'
import type { PullChange } from '#pulls/hosts/host-event.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import type { PullConversation } from '#pulls/hosts/pull-conversation.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Repository, repositoryById } from '#pulls/repositories/repositories.ts'
import { isInScope } from '#pulls/repositories/scope.ts'
import { commentOf } from './comment.ts'
import { type CommentOutcome, type CommentWish, keepComment } from './keep-comment.ts'
import { leftAlone, type Review } from './review.ts'
import { markOpened, type ReviewState, reviewStateOf, settleReview } from './review-states.ts'

/** Reviews one open pull request as it is when the job runs. */
export const reviewJob = defineJob({
  name: 'review',
  payload: z.object({ sourceId: z.string(), number: z.int().min(1) }),
  attempts: 10,
})

/** Whatever happens to a pull request within this time is reviewed only once. */
export const REVIEW_DELAY_MS = 20_000

/** Enqueues the review of a pull request, unless one is waiting already. */
export async function reviewSoon(
  tx: Tx,
  { db, action }: Pick<Reviewer, 'db' | 'action'>,
  { id: sourceId, accountId }: Source,
  { number, isOpening }: PullChange,
): Promise<void> {
  if (isOpening) await markOpened(tx, { sourceId, number })
  await enqueueOnce(tx, action, reviewJob, {
    accountId,
    payload: { sourceId, number },
    at: later(db, REVIEW_DELAY_MS),
  })
}

/** The services that reviewing open pull requests uses. */
export interface Reviewer {
  db: Database
  action: ActionContext
  /** The discussions of the source's pull requests; null if the source has no credentials. */
  hostOf(source: Source): Promise<PullConversation | null>
  /** Reviews a pull request, given the merges of its repository; null if its text cannot be processed. */
  review(repository: Repository, pull: MergedPull): Promise<Review | null>
  secrets(): Promise<Secrets>
}

const NOTHING: Outcome = async () => {}

export const reviewJobs = (context: Reviewer): RegisteredJob =>
  handleJob(reviewJob, {
    async run({ sourceId, number }, { signal }) {
      const { read } = context.db
      const source = await findSource(read, sourceId)
      const state = await reviewStateOf(read, { sourceId, number })
      // A pull request whose author was not asked has no comment to update.
      if (!source || !isReviewed(source) || state === null || state === 'passed') return NOTHING
      const wish = await wishFor(context, source, number, state)
      signal.throwIfAborted()
      const kept = wish && (await askHost(context, source, host => keep(host, wish)))
      const { fingerprint } = await context.secrets()
      return kept ? tx => settle(tx, context.action, { source, number, fingerprint }, kept) : NOTHING
    },
  })

const isReviewed = ({ reviews, state }: Source): boolean =>
  reviews === 'on' && (state === 'active' || state === 'suspended')

/** The comment that a pull request should have; null if it is left alone. */
async function wishFor(
  context: Reviewer,
  source: Source,
  number: number,
  state: ReviewState,
): Promise<CommentWish | null> {
  const { host, repo, accountId } = source
  const proposed = await askHost(context, source, conversation => conversation.proposedPull(repo, number))
  if (!proposed || leftAlone(proposed) !== null) return null
  const repository = await repositoryById(context.db.read, source.repositoryId)
  const pull = { ...proposed.pull, host, repo }
  const review = isInScope(repository.scope, pull.files) ? await context.review(repository, pull) : null
  return (
    review && {
      place: { host, repo, number },
      keys: (await context.secrets()).deriveAll(`marks of reviews for ${accountId}`),
      text: commentOf(review.judged, review.questions),
      mayCreate: review.isAsked && state === 'opened',
    }
  )
}

/** The outcome for the comment, or why the host does not let us write it. */
type Kept = { comment: CommentOutcome } | { refusal: string }

async function keep(conversation: PullConversation, wish: CommentWish): Promise<Kept> {
  try {
    return { comment: await keepComment(conversation, wish) }
  } catch (error) {
    if (!(error instanceof HostFailure) || !isRefusal(error)) throw error
    return { refusal: `${conversation.host} refused a comment on a pull request.` }
  }
}

/**
 * Whether a failure means that the host does not let us comment. The pull request was read with the same
 * credentials, so a host that reports it as missing means the comment.
 */
const isRefusal = ({ reason, status }: HostFailure): boolean =>
  reason === 'gone' || (reason === 'unauthorized' && status !== 401)

async function settle(
  tx: Tx,
  action: ActionContext,
  { source, number, fingerprint }: { source: Source; number: number; fingerprint: string },
  kept: Kept,
): Promise<void> {
  const { id: sourceId, accountId, repo } = source
  if ('comment' in kept)
    return settleReview(tx, { sourceId, number }, kept.comment === 'absent' ? null : fingerprint)
  if (await refuseReviews(tx, source, kept.refusal))
    await recordActivity(tx, action, 'reviews refused', {
      accountId,
      subject: sourceId,
      after: { repository: repo },
    })
}
