import type { SurroundingsOf } from '#pipeline/judging/judge.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { FileDiff } from '#pulls/hosts/code-host.ts'
import type { RepositoryLocation } from '#pulls/hosts/git/local-repository.ts'
import type { ServiceBase } from './service.ts'

/** How many git directories are searched for the commit of a pull request. */
const MOST_DIRECTORIES = 20

/**
 * Looks up what a writer sees besides the record of a pull request. The code is loaded with the first question. Searches the git
 * directories that were imported in the dashboard, and `own`, the directory that a command reads.
 */
export function openSurroundings(service: ServiceBase, own?: RepositoryLocation): SurroundingsOf {
  const finder = memoizeOnce(async () => {
    const [{ SurroundingsFinder }, { readGitDiff }, { openCodeHostClients }] = await Promise.all([
      import('#pipeline/judging/surroundings.ts'),
      import('#pulls/hosts/git/git.ts'),
      import('./code-hosts.ts'),
    ])
    const localDiff = (accountId: string, commit: string) =>
      own ? readGitDiff(own, commit) : importedDiff(service, accountId, commit)
    return new SurroundingsFinder({ ...service, hostOf: openCodeHostClients(service), localDiff })
  })
  return async (...asked) => (await finder()).find(...asked)
}

/**
 * The changes of the commit, from the first of the account's imported git directories that contains it and that the operator still allows.
 */
async function importedDiff(
  { config, db }: ServiceBase,
  accountId: string,
  commit: string,
): Promise<FileDiff[]> {
  const [{ lastRuns }, { GitRoots }, { readGitDiff }] = await Promise.all([
    import('#accounts/runs.ts'),
    import('#pipeline/ingest/git-roots.ts'),
    import('#pulls/hosts/git/git.ts'),
  ])
  const roots = new GitRoots(config.gitRoots)
  const runs = roots.isAllowed ? await lastRuns(db.read, accountId) : []
  const imports = runs.filter(({ kind }) => kind === 'git import')
  const directories = imports.map(({ subject }) => subject).slice(0, MOST_DIRECTORIES)
  for (const directory of directories) {
    const location = await roots.locate(directory).catch(() => null)
    const files = location ? await readGitDiff(location, commit).catch(() => []) : []
    if (files.length > 0) return files
  }
  return []
}
