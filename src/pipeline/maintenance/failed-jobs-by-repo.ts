import { z } from 'zod'
import type { Reader } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { listSources } from '#pulls/connections/sources.ts'

/** What the payload of a job may name that belongs to a repository. */
const payload = z.object({ sourceId: z.string(), backfillId: z.string(), deliveryId: z.string() }).partial()
/** A webhook of an app, which has one connection for all its repositories. */
const aboutRepository = z.object({ repository: z.object({ full_name: z.string() }) })
/** Deliveries have bodies of up to some megabytes. */
const READ_AT_ONCE = 20

/** The failed jobs of an account, oldest first, each with the repository that it is about: `owner/name`, or null if none is known. */
export async function failedJobsByRepo(db: Reader, accountId: string) {
  const jobs = (await listFailedJobs(db, accountId)).map(({ payload: text, ...job }) => ({
    ...job,
    about: payload.safeParse(JSON.parse(text)).data,
  }))
  const repos = new Map((await listSources(db, { accountId })).map(({ id, repo }) => [id, repo]))
  const runs = db.selectFrom('run').select(['id', 'subject']).where('account_id', '=', accountId)
  for (const { id, subject } of await runs.where('kind', '=', 'backfill').execute())
    repos.set(id, repos.get(subject) ?? '')
  const deliveryIds = jobs.flatMap(({ about }) => about?.deliveryId ?? [])
  for (const ids of chunksOf(deliveryIds, READ_AT_ONCE)) {
    const deliveries = db.selectFrom('delivery').select(['id', 'connection', 'body']).where('id', 'in', ids)
    for (const { id, connection, body } of await deliveries.execute())
      repos.set(id, repos.get(connection) ?? nameIn(body))
  }
  return jobs.map(({ about, ...job }) => {
    const id = about?.sourceId ?? about?.backfillId ?? about?.deliveryId ?? ''
    return { ...job, repo: repos.get(id) || null }
  })
}

const nameIn = (body: string): string =>
  aboutRepository.safeParse(JSON.parse(body)).data?.repository.full_name ?? ''
