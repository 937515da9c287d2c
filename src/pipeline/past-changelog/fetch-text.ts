import { AppError } from '#platform/errors.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { PAST_MAX_BYTES } from './release-text.ts'

const MANNERS = { timeoutMs: 60_000, idleMs: 20_000, maxBytes: PAST_MAX_BYTES }

/** What stands at an address; private ones only where `allow` lists them. Throws as the guarded client does. */
export async function fetchText(
  address: string,
  { allow, signal }: { allow: readonly string[]; signal?: AbortSignal },
): Promise<string> {
  const outbound = openOutbound({ allow, ...MANNERS })
  try {
    const answer = await outbound.fetch(address, signal ? { signal } : {})
    if (!answer.ok) throw new AppError('unavailable', `The address answered with ${answer.status}.`)
    return await answer.text()
  } finally {
    await outbound.close()
  }
}
