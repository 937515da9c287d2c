import { z } from 'zod'
import { defineJob, type JobRun } from '#platform/jobs/job.ts'

/** A kind of job for tests of the queue. */
export const greetJob = defineJob({ name: 'greet', payload: z.object({ name: z.string() }), attempts: 3 })

/** The run that a test passes to the handler of a job. */
export const aJobRun = (accountId: string | null, signal = new AbortController().signal): JobRun => ({
  accountId,
  signal,
  async progressed() {},
})
