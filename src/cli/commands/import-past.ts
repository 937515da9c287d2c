import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Account, accountByPublicId } from '#accounts/account.ts'
import { openCodeHostClients } from '#app/code-hosts.ts'
import { readReleaseDates } from '#app/registry.ts'
import type { Service } from '#app/service.ts'
import { type Answer, type Context, command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { feedTexts } from '#pipeline/past-changelog/feed.ts'
import { fetchReleaseNotes, fetchText } from '#pipeline/past-changelog/fetch.ts'
import {
  importPast,
  type PastImportCounts,
  type PastImportOptions,
  repositoryNamed,
} from '#pipeline/past-changelog/import-past.ts'
import { changelogTexts } from '#pipeline/past-changelog/parser.ts'
import {
  PAST_MAX_BYTES,
  type PastText,
  releasesFrom,
  releaseTexts,
} from '#pipeline/past-changelog/releases.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { ReleaseNotes } from '#pulls/hosts/code-host.ts'
import { findOrCreateRepository, type Repository } from '#pulls/repositories.ts'
import { requireAccountId } from './account.ts'

const OPTIONS = {
  account: { type: 'string' },
  repo: { type: 'string' },
  each: { type: 'boolean' },
  trials: { type: 'boolean' },
} as const

export const importChangelog = command({
  usage: 'import changelog <file.md> --account ID [--repo owner/name] [--each] [--trials]',
  summary:
    'Publishes the releases of a changelog as entries of their day, or with --each every item; --trials takes betas too.',
  options: OPTIONS,
  arguments: [1, 1],
  run: (options, [file = ''], context) =>
    imported(options, context, async () => ({
      texts: changelogTexts(await textOf(file, context)),
      dates: await readReleaseDates(resolve(context.directory, file), context.signal),
    })),
})

export const importReleases = command({
  usage: 'import releases [<file.json>] --account ID [--repo owner/name] [--each] [--trials]',
  summary:
    "Publishes a connected repository's releases, or those of a file as GitHub's interface lists them, as entries of their day.",
  options: OPTIONS,
  arguments: [0, 1],
  run: (options, [file], context) =>
    imported(options, context, async service => ({
      texts: releaseTexts(
        file === undefined ? await releasesOf(service, options) : releasesFrom(await textOf(file, context)),
      ),
    })),
})

export const importFeed = command({
  usage: 'import feed <file-or-address> --account ID [--repo owner/name] [--each] [--trials]',
  summary:
    'Publishes the items of an Atom, RSS 2.0 or JSON feed as entries of their day, or with --each every item of theirs.',
  options: OPTIONS,
  arguments: [1, 1],
  run: (options, [place = ''], context) =>
    imported(options, context, async service => {
      const isAddress = /^https?:\/\//i.test(place)
      const far = { allow: service.config.privateHosts, signal: context.signal }
      return {
        texts: await feedTexts(isAddress ? await fetchText(place, far) : await textOf(place, context)),
      }
    }),
})

async function releasesOf(service: Service, { account: id, repo }: PastOptions): Promise<ReleaseNotes[]> {
  const account = await accountByPublicId(service.db.read, requireAccountId(id))
  return fetchReleaseNotes(service.db.read, openCodeHostClients(service), account.id, repo)
}

interface PastOptions {
  account?: string | undefined
  repo?: string | undefined
  each?: boolean | undefined
  trials?: boolean | undefined
}

function imported(
  { account: id, repo, each = false, trials = false }: PastOptions,
  context: Context,
  read: (service: Service) => Promise<Pick<PastImportOptions, 'dates'> & { texts: PastText[] }>,
): Promise<Answer> {
  return withService(context, async service => {
    const { db, clock, ids, effects } = service
    const account = await accountByPublicId(db.read, requireAccountId(id))
    const { texts, dates = null } = await read(service)
    const repository = await repositoryOf(service, account, repo)
    if (!repository)
      context.err('No numbers are linked: name the repository that they belong to with --repo owner/name.\n')
    const mover = { clock, ids, actor: 'import', effects }
    const tally = await importPast({ db, mover }, account, texts, {
      each,
      prereleases: trials,
      repository,
      dates,
    })
    return { json: tally, text: describe(tally), incomplete: cameToNothing(tally) }
  })
}

/** Nothing was published, now or before. */
const cameToNothing = ({ published, known, told }: PastImportCounts): boolean =>
  published + known + told === 0

const REPOSITORY = /^[\w.-]+(?:\/[\w.-]+)+$/

/** One that is not known yet is GitHub's, and is told of what is to come of it. */
async function repositoryOf(
  { db, clock, ids }: Service,
  account: Account,
  repo: string | undefined,
): Promise<Repository | null> {
  const known = await repositoryNamed(db.read, account.id, repo)
  if (known || repo === undefined) return known
  if (!REPOSITORY.test(repo)) throw new AppError('wrong_usage', '--repo takes owner/name.')
  return db.write(tx => findOrCreateRepository(tx, clock, ids, account.id, { host: 'github.com', repo }))
}

async function textOf(file: string, { directory }: Context): Promise<string> {
  const path = resolve(directory, file)
  try {
    if ((await stat(path)).size > PAST_MAX_BYTES)
      throw new AppError('too_large', `A past has at most ${PAST_MAX_BYTES / 1024 / 1024} MiB.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('not_found', `The file cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

function describe({
  found,
  published,
  known,
  told,
  linked,
  replaced,
  skipped,
  dated,
}: PastImportCounts): string {
  const left: [number, string][] = [
    [known, 'imported before'],
    [told, 'told by published entries'],
    [skipped.ahead, 'not released yet'],
    [skipped.trial, 'betas and the like'],
    [skipped.empty, 'with nothing to tell'],
    [
      skipped.undated,
      'without a date (import a changelog from within its git repository, and its merges first: tags, commits and the newest merge that a release names tell it)',
    ],
    [skipped.unreadable, 'that cannot be shown'],
  ]
  const rest = left.flatMap(([n, why]) => (n > 0 ? [`${n} ${why}`] : []))
  const days: [number, string][] = [
    [dated.by_tags, 'from tags'],
    [dated.by_merges, 'from the newest merge that they name'],
    [dated.by_commits, 'from the commits that wrote their headings'],
    [dated.by_neighbours, 'from between their neighbours'],
  ]
  const guessed = days.flatMap(([n, how]) => (n > 0 ? [`${n} ${how}`] : []))
  return (
    `${found} found; ${published} ${published === 1 ? 'entry' : 'entries'} published, with ${linked} pull requests; ${replaced} drafts replaced.\n` +
    (rest.length > 0 ? `Left out: ${rest.join(', ')}.\n` : '') +
    (guessed.length > 0 ? `Dates that the text does not tell were taken: ${guessed.join(', ')}.\n` : '')
  )
}
