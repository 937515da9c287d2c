import { isoOf } from '#kit/clock.ts'
import { listGivenUp, retryJobs } from '#pipeline/jobs.ts'
import { command } from '../command.ts'
import { withService } from '../with-service.ts'

export const listCommand = command({
  usage: 'jobs list',
  summary: 'Lists the work that was given up, with what was wrong.',
  options: {},
  arguments: [0, 0],
  run: (_, __, context) =>
    withService(context, async ({ db }) => {
      const jobs = await listGivenUp(db.read)
      return {
        json: { jobs: jobs.map(({ createdAt, ...job }) => ({ ...job, created_at: isoOf(createdAt) })) },
        text:
          jobs.map(({ id, kind, error }) => `${id}  ${kind}: ${error}\n`).join('') ||
          'Nothing was given up.\n',
      }
    }),
})

export const retryCommand = command({
  usage: 'jobs retry [ID…]',
  summary: 'Has work that was given up tried again; without ids all of it.',
  options: {},
  arguments: [0, 1_000],
  run: (_, ids, context) =>
    withService(context, async ({ db }) => {
      const retried = await db.write(tx => retryJobs(tx, ids.length > 0 ? ids : 'all'))
      return { json: { retried }, text: `${retried} to be tried again.\n` }
    }),
})
