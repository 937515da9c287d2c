import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { listSources, type Source } from '#pulls/connections/sources.ts'
import type { CodeHost, ReleaseNotes } from '#pulls/hosts/code-host.ts'
import { PAST_MAX_BYTES } from './releases.ts'

const LIMITS = { timeoutMs: 60_000, idleMs: 20_000, maxBytes: PAST_MAX_BYTES }

/** Fetches a document. Private addresses are refused unless `allow` lists them; errors are those of the guarded client. */
export async function fetchText(
  address: string,
  { allow, signal }: { allow: readonly string[]; signal?: AbortSignal },
): Promise<string> {
  const outbound = openOutbound({ allow, ...LIMITS })
  try {
    const answer = await outbound.fetch(address, signal ? { signal } : {})
    if (!answer.ok) throw new AppError('unavailable', `The address answered with ${answer.status}.`)
    return await answer.text()
  } finally {
    await outbound.close()
  }
}

/**
 * The release notes of the connected repository with that name, or of the only one if no name is given. Throws `not_found` unless exactly
 * one matches, and `unavailable` if it has no token.
 */
export async function fetchReleaseNotes(
  db: Reader,
  hostOf: (source: Source) => Promise<CodeHost | null>,
  accountId: string,
  repo: string | undefined,
): Promise<ReleaseNotes[]> {
  const sources = await listSources(db, { accountId })
  const [source, ...others] = sources.filter(candidate => repo === undefined || candidate.repo === repo)
  if (!source || others.length > 0)
    throw new AppError(
      'not_found',
      'Give a file of releases, or name one connected repository as owner/name.',
    )
  const host = await hostOf(source)
  if (!host) throw new AppError('unavailable', `There is no token for ${source.host}.`)
  return host.releaseNotes(source.repo)
}
