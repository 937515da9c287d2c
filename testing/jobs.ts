import { z } from 'zod'
import { defineJob, type JobRun } from '#platform/jobs/job.ts'

/** A kind of job for tests of the queue. */
export const greetJob = defineJob({ name: 'greet', payload: z.object({ name: z.string() }), attempts: 3 })

/** What a handler is told when a test runs it itself. */
export const aJobRun = (accountId: string | null, signal = new AbortController().signal): JobRun => ({
  accountId,
  signal,
  async progressed() {},
})
