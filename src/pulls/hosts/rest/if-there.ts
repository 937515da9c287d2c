import type { RepositoryNow } from '#pulls/hosts/code-host.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'

/** What is asked for, or null where it is not there although its repository is; where that is gone too, throws as it would. */
export async function ifThere<T>(
  ask: () => Promise<T | null>,
  repository: () => Promise<RepositoryNow>,
): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof HostFailure) || error.reason !== 'gone') throw error
    await repository()
    return null
  }
}
