import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exists, type RepositoryLocation, textOf } from './location.ts'

/** What git reads in the repository's own place. Its configuration, hooks, attributes and grafts are not among it. */
const SHARED = ['objects', 'refs', 'packed-refs', 'reftable', 'shallow']

/**
 * Runs the work with an empty git directory that only points at the repository's references and objects. Git takes commands to
 * run from a repository's configuration (a pager, a signature checker, a file-system monitor, diff and fetch commands), and no
 * list of overrides is sure to be complete, least of all for tomorrow's git: here there is nothing to override. For the same
 * reason nothing is ever downloaded: a stand-in of a partial clone knows no remote. The repository itself is only read.
 */
export async function withStandIn<T>(
  location: RepositoryLocation,
  work: (standIn: string) => Promise<T>,
): Promise<T> {
  const standIn = await createStandInRepository(location)
  try {
    return await work(standIn)
  } finally {
    await removeStandIn(standIn)
  }
}

export async function createStandInRepository({ gitDir, commonDir }: RepositoryLocation): Promise<string> {
  const standIn = await mkdtemp(join(tmpdir(), `tidings-git-${process.pid}-`))
  await writeFile(join(standIn, 'HEAD'), await textOf(join(gitDir, 'HEAD')))
  await writeFile(join(standIn, 'config'), formatOf(await textOf(join(commonDir, 'config'))))
  for (const name of SHARED) {
    if (await exists(join(commonDir, name))) await symlink(join(commonDir, name), join(standIn, name))
  }
  return standIn
}

export const removeStandIn = (standIn: string): Promise<void> => rm(standIn, { recursive: true, force: true })

/** The two settings without which the objects and references cannot be read, from fixed words. */
function formatOf(config: string): string {
  const lines = ['[core]', 'repositoryformatversion = 1', 'bare = true', '[extensions]']
  if (/^[ \t]*objectformat\s*=\s*"?sha256\b/im.test(config)) lines.push('objectformat = sha256')
  if (/^[ \t]*refstorage\s*=\s*"?reftable\b/im.test(config)) lines.push('refstorage = reftable')
  return `${lines.join('\n')}\n`
}
