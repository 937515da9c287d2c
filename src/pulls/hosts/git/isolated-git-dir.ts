import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RepositoryLocation } from './local-repository.ts'
import { fileText, realPathIn, refusedPath } from './paths.ts'

/** The parts of a repository, besides objects, that git reads. Configuration, hooks, attributes and grafts are left out. */
const SHARED = ['refs', 'packed-refs', 'reftable', 'shallow']
/** Matches the parts of a folder of objects that git reads. The list of alternates is left out. */
const OBJECTS = /^(?:[0-9a-f]{2}|pack)$/
const COMMIT_GRAPHS = ['commit-graph', 'commit-graphs']

/**
 * Creates an empty git directory that links to the repository's references and objects, and is removed when it is disposed of.
 * A repository's configuration can make git run commands (a pager, a signature checker, a file-system monitor, diff and fetch
 * commands), and a list of overrides could miss one that a later version of git adds. An isolated directory has no such
 * configuration and no remotes, so nothing is run and nothing is downloaded for a partial clone. Its alternates are the located ones,
 * so a list that changes later leads nowhere else. Throws `invalid_parameter` if a link in the repository leads out of its roots.
 */
export async function isolatedGitDir(
  location: RepositoryLocation,
): Promise<{ gitDir: string } & AsyncDisposable> {
  const gitDir = await mkdtemp(join(tmpdir(), `tidings-git-${process.pid}-`))
  const remove = () => rm(gitDir, { recursive: true, force: true })
  try {
    await fill(gitDir, location)
  } catch (cause) {
    await remove()
    throw cause
  }
  return { gitDir, [Symbol.asyncDispose]: remove }
}

async function fill(
  standIn: string,
  { gitDir, commonDir, objectDirs, roots }: RepositoryLocation,
): Promise<void> {
  await writeFile(join(standIn, 'HEAD'), await fileText(join(gitDir, 'HEAD'), roots))
  await writeFile(join(standIn, 'config'), repositoryFormat(await fileText(join(commonDir, 'config'), roots)))
  await linkAll(SHARED, commonDir, standIn, roots)
  const stores = objectDirs.map((_, at) => join(standIn, at === 0 ? 'objects' : `alternate-${at}`))
  for (const [at, store] of stores.entries()) await linkObjects(objectDirs[at] ?? '', store, roots)
  const alternates = stores.slice(1).map(store => `${store}\n`)
  await writeFile(join(standIn, 'objects', 'info', 'alternates'), alternates)
}

/** Links to each folder of objects, to the packs and to the commit graphs. */
async function linkObjects(from: string, to: string, roots: RepositoryLocation['roots']): Promise<void> {
  await mkdir(join(to, 'info'), { recursive: true })
  const folders = (await readdir(from)).filter(name => OBJECTS.test(name))
  await linkAll(folders, from, to, roots)
  await linkAll(COMMIT_GRAPHS, join(from, 'info'), join(to, 'info'), roots)
}

/** Links to those of these names that exist. Within roots, a symbolic link further down is refused, wherever it leads. */
async function linkAll(
  names: readonly string[],
  from: string,
  to: string,
  roots: RepositoryLocation['roots'],
): Promise<void> {
  const links = names.map(async name => {
    const target = await realPathIn(join(from, name), roots)
    if (target === null) return
    if (roots !== null) await refuseLinksIn(target)
    await symlink(target, join(to, name))
  })
  await Promise.all(links)
}

async function refuseLinksIn(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const link = entries.find(entry => entry.isSymbolicLink())
  if (link === undefined) return
  throw refusedPath(
    `${join(link.parentPath, link.name)} is a symbolic link, so this repository can only be imported on the command line.`,
  )
}

/** The two settings that git needs to read objects and references, as constants. */
function repositoryFormat(config: string): string {
  const lines = ['[core]', 'repositoryformatversion = 1', 'bare = true', '[extensions]']
  if (/^[ \t]*objectformat\s*=\s*"?sha256\b/im.test(config)) lines.push('objectformat = sha256')
  if (/^[ \t]*refstorage\s*=\s*"?reftable\b/im.test(config)) lines.push('refstorage = reftable')
  return `${lines.join('\n')}\n`
}
