import type { Clock, Instant } from '#platform/clock.ts'
import type { TokenSource } from '#pulls/hosts/code-host.ts'

export interface InstallationToken {
  token: string
  expiresAt: Instant
}

/** So long before its end a token is taken for spent: a job that begins with it must come to its own end. */
const SPARE_MS = 5 * 60_000

/** Keeps each installation's token while it is good; whoever asks meanwhile waits for the same new one. */
export function keepTokens(
  clock: Clock,
  create: (installationId: string) => Promise<InstallationToken>,
): (installationId: string) => TokenSource {
  const kept = new Map<string, Promise<InstallationToken>>()
  const renew = (id: string) => {
    const fresh = create(id)
    kept.set(id, fresh)
    fresh.catch(() => kept.get(id) === fresh && kept.delete(id))
    return fresh
  }
  return id => async refused => {
    const held = kept.get(id)
    const known = await held
    const isGood = known && known.token !== refused && known.expiresAt - SPARE_MS > clock.now()
    if (isGood) return known.token
    // Of several that find it spent, the first renews it.
    const current = kept.get(id)
    const fresh = await (current === undefined || current === held ? renew(id) : current)
    return fresh.token
  }
}
