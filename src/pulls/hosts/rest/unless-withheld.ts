import { HostFailure } from '#pulls/hosts/host-failure.ts'

/** What hosts answer that cannot make this one list, however often they are asked: a diff that is too large, an object that is missing. */
const WITHHELD = new Set([404, 406, 410, 413, 422, 451, 500])

/**
 * A list that belongs to one pull request; `otherwise` where its host, though it answers, does not give that list. One merge that
 * cannot be told in full must not hold up all others.
 */
export async function unlessWithheld<T>(ask: () => Promise<T[]>, otherwise: T[] = []): Promise<T[]> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof HostFailure && error.status !== null && WITHHELD.has(error.status)) return otherwise
    throw error
  }
}
