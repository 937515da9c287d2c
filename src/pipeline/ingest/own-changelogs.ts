import { lastRuns } from '#accounts/runs.ts'
import { isEmpty, type PastText, releasesIn, releaseTexts } from '#pipeline/past-changelog/releases.ts'
import type { Reader } from '#platform/db/schema.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import type { ReleaseDates } from '#pulls/changelog-sources/release-dates.ts'
import { isPrerelease } from '#pulls/changelog-sources/release-tags.ts'
import { listSources, type Source } from '#pulls/connections/sources.ts'
import type { CodeHost } from '#pulls/hosts/code-host.ts'
import { localIdentity, readGitChangelogFiles, readReleaseDatesIn } from '#pulls/hosts/git/git.ts'
import { newestMerges } from '#pulls/repositories/local-repositories.ts'
import { listRepositories, type Repository } from '#pulls/repositories/repositories.ts'
import { isInScope } from '#pulls/repositories/scope.ts'
import { titleSentence } from '#writing/headline.ts'
import type { GitRoots } from './git-roots.ts'

/** What a team published about a repository by itself. */
export interface OwnChangelog {
  repository: Repository
  /** The path of the changelog, or the name of the host that has the releases. */
  name: string
  /** The releases that are out, the newest first. */
  texts: PastText[]
  dates: ReleaseDates | null
}

/** Reads what a team published by itself. */
interface OwnChangelogReader {
  db: { read: Reader }
  gitRoots: Pick<GitRoots, 'locate'>
  hostOf(source: Source): Promise<CodeHost | null>
}

/** Repositories, and directories for each, that are looked into. */
const MOST = 20

/**
 * The changelogs of an account's repositories: of each the changelog file with the most releases in an imported directory, among those that the account's
 * path patterns include if there are any, or else the releases on its code host. What cannot be read counts as none.
 */
export async function ownChangelogs(
  reader: OwnChangelogReader,
  accountId: string,
  signal: AbortSignal,
): Promise<OwnChangelog[]> {
  const { read } = reader.db
  const repositories = (await listRepositories(read, accountId)).slice(0, MOST)
  const imports = (await lastRuns(read, accountId)).filter(({ kind }) => kind === 'git import')
  const directories = imports.map(({ subject }) => subject).slice(0, MOST)
  const sources = await listSources(read, { accountId })
  const found: OwnChangelog[] = []
  for (const repository of repositories) {
    signal.throwIfAborted()
    const source = sources.find(({ repositoryId }) => repositoryId === repository.id)
    const own =
      (await inDirectories(reader, repository, directories, signal)) ??
      (source && (await onHost(reader, repository, source).catch(() => null)))
    if (own) found.push({ ...own, texts: own.texts.filter(isOut) })
  }
  return found.filter(({ texts }) => texts.length > 0)
}

/** Whether something was released and told, other than to try it out. */
const isOut = (text: PastText): boolean =>
  !text.isUnreleased && !isEmpty(text) && !(text.version !== null && isPrerelease(text.version))

async function inDirectories(
  { db, gitRoots }: OwnChangelogReader,
  repository: Repository,
  directories: readonly string[],
  signal: AbortSignal,
): Promise<OwnChangelog | null> {
  const merges = await newestMerges(db.read, repository.id, 1)
  for (const directory of directories) {
    const location = await gitRoots.locate(directory).catch(() => null)
    if (!location || !(await (await localIdentity(location, signal)).holdsAny(merges))) continue
    const files = (await readGitChangelogFiles(location, signal)).filter(({ form }) => form === 'changelog')
    const own = files.filter(({ name }) => isInScope(repository.scope, [{ path: name }]))
    const read = (own.length > 0 ? own : files).map(({ name, text }) => ({ name, texts: releasesIn(text) }))
    const [best] = read.toSorted((a, b) => b.texts.length - a.texts.length)
    if (!best || best.texts.length === 0) return null
    return { repository, ...best, dates: await readReleaseDatesIn(location, best.name, signal) }
  }
  return null
}

async function onHost(
  { hostOf }: OwnChangelogReader,
  repository: Repository,
  source: Source,
): Promise<OwnChangelog | null> {
  const host = await hostOf(source)
  if (!host) return null
  const texts = releaseTexts(await host.releaseNotes(source.repo))
  return { repository, name: source.host.replace(/:\d+$/, ''), texts, dates: null }
}

/** A merge as the team told it, beside the headline that the machine has for it; null where it would not have told it. */
interface ToldTwice {
  number: number
  theirs: string
  ours: string | null
}

/** The merges that a changelog's newest releases name, at most `limit` of them, with the words of both. */
export async function besideMachine(
  db: Reader,
  { repository, name, texts }: OwnChangelog,
  limit: number,
): Promise<ToldTwice[]> {
  const told: ToldTwice[] = []
  for (const { body } of texts) {
    const items = announcementsOf({ form: 'changelog', name, text: body, at: null }, repository.name)
    for (const { text, numbers } of items) {
      const [number] = numbers
      if (number === undefined || told.some(one => one.number === number)) continue
      const pull = await headlineOf(db, repository.id, number)
      if (pull) told.push({ number, theirs: titleSentence(text), ours: pull.headline })
      if (told.length === limit) return told
    }
  }
  return told
}

const headlineOf = (db: Reader, repositoryId: string, number: number) =>
  db
    .selectFrom('pull_request as pull')
    .innerJoin('decision', 'decision.id', 'pull.decision_id')
    .leftJoin('pitch', join =>
      join.onRef('pitch.pull_request_id', '=', 'pull.id').on('decision.visibility', '=', 'user-facing'),
    )
    .select('pitch.headline')
    .where('pull.repository_id', '=', repositoryId)
    .where('pull.number', '=', number)
    .executeTakeFirst()
