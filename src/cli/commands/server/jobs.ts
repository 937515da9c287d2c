import { listPublishFailures, retryPublishing } from '#changelog/entries/publish-failures.ts'
import { command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { isoOf, isoOrNull } from '#platform/clock.ts'
import { type ListedJob, listFailedJobs, listOverdueJobs, retryJobs } from '#platform/jobs/failed-jobs.ts'

export const listCommand = command({
  usage: 'jobs list',
  summary: 'List failed and overdue jobs, and due entries that could not be published.',
  options: {},
  run: (_, __, context) =>
    withService(context, async ({ db }) => {
      const overdue = await listOverdueJobs(db)
      const jobs = [
        ...(await listFailedJobs(db.read)).map(jobForm('failed')),
        ...overdue.jobs.map(jobForm('due')),
      ]
      const entries = (await listPublishFailures(db.read)).map(entryForm)
      const lines = [
        ...jobs.map(job => `${job.id}  ${job.state}  ${job.kind}: ${job.error ?? 'waiting for a worker'}\n`),
        ...(overdue.more > 0 ? [`More jobs that are due: ${overdue.more}.\n`] : []),
        ...entries.map(
          ({ entry_id, state, title, error }) => `${entry_id}  ${state}  “${title}”: ${error}\n`,
        ),
      ]
      return {
        json: { jobs, more_due: overdue.more, entries },
        text: lines.join('') || 'No failed or overdue jobs.\n',
      }
    }),
})

const jobForm =
  (state: 'failed' | 'due') =>
  ({ createdAt, payload: _, ...job }: ListedJob) => ({ ...job, state, created_at: isoOf(createdAt) })

type PublishFailure = Awaited<ReturnType<typeof listPublishFailures>>[number]

const entryForm = ({ entryId, title, error, attempts, dueAt, retryAt }: PublishFailure) => ({
  entry_id: entryId,
  title,
  state: retryAt === null ? 'failed' : 'to be retried',
  error,
  attempts,
  due_at: isoOf(dueAt),
  retry_at: isoOrNull(retryAt),
})

export const retryCommand = command({
  usage: 'jobs retry [ID…]',
  summary: 'Retry failed jobs and entries that could not be published: those with the given ids, or all.',
  options: {},
  run: (_, ids, context) =>
    withService(context, async ({ db }) => {
      const which = ids.length > 0 ? ids : 'all'
      const retried = await db.write(
        async tx => (await retryJobs(tx, which)) + (await retryPublishing(tx, which)),
      )
      return { json: { retried }, text: `${retried} to be retried.\n` }
    }),
})
