import { z } from 'zod'
import { defineJob } from '#platform/jobs/job.ts'

/** A kind of job for tests of the queue. */
export const greetJob = defineJob({ name: 'greet', payload: z.object({ name: z.string() }), attempts: 3 })
