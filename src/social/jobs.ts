import { z } from 'zod'
import { defineJob } from '#platform/jobs/job.ts'
import { defineRecurringJob } from '#platform/jobs/recurring.ts'

/**
 * Sends a planned post, or finds out the outcome of an attempt. A temporary failure is retried at a given
 * time and does not count as an attempt.
 */
export const postJob = defineJob({
  name: 'social post',
  payload: z.object({ postId: z.string() }),
  attempts: 12,
  priority: 'live',
})

/** Has a writer word the posts of an entry. */
export const writePostJob = defineJob({
  name: 'write social post',
  payload: z.object({ entryId: z.string() }),
  attempts: 2,
  priority: 'live',
})

/** Removes a post of a withdrawn entry from its network. The attempts are spread over about seven hours. */
export const withdrawPostJob = defineJob({
  name: 'withdraw social post',
  payload: z.object({ postId: z.string() }),
  attempts: 18,
  priority: 'live',
})

/** Tells owners that a social account needs reconnecting, or soon will. */
export const tellJob = defineJob({
  name: 'tell of a social account',
  payload: z.object({ socialAccountId: z.string(), personId: z.string(), mailId: z.string() }),
  attempts: 8,
})

/** Verifies the social accounts that were not verified for a day. */
export const healthJob = defineRecurringJob('verify social accounts')
