import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { listSources, type Source } from '#pulls/connections/sources.ts'
import type { CodeHost, ReleaseNotes } from '#pulls/hosts/code-host.ts'

/** Of the one connected repository that is named, or that there is. `not_found` where that is not exactly one. */
export async function fetchReleaseNotes(
  db: Reader,
  hostOf: (source: Source) => Promise<CodeHost | null>,
  accountId: string,
  repo: string | undefined,
): Promise<ReleaseNotes[]> {
  const sources = await listSources(db, { accountId })
  const [source, ...others] = sources.filter(one => repo === undefined || one.repo === repo)
  if (!source || others.length > 0)
    throw new AppError(
      'not_found',
      'Give a file of releases, or name one connected repository as owner/name.',
    )
  const host = await hostOf(source)
  if (!host) throw new AppError('unavailable', `There is no token to ask ${source.host} with.`)
  return host.releaseNotes(source.repo)
}
