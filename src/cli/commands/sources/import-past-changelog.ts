import { resolve } from 'node:path'
import type { Account } from '#accounts/account.ts'
import { openCodeHostClients } from '#app/code-hosts.ts'
import type { Service } from '#app/service.ts'
import { type CommandContext, type CommandResult, command, type OptionValues } from '#cli/command.ts'
import { bytesOf, decodeText } from '#cli/input-files.ts'
import { ACCOUNT, flag, text } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'
import { feedTexts } from '#pipeline/past-changelog/feed.ts'
import {
  importPast,
  type PastImportCounts,
  type PastImportOptions,
} from '#pipeline/past-changelog/import-past.ts'
import {
  changelogTexts,
  PAST_MAX_BYTES,
  type PastText,
  releaseTexts,
} from '#pipeline/past-changelog/releases.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { listSources, type Source } from '#pulls/connections/sources.ts'
import type { CodeHost, ReleaseNotes } from '#pulls/hosts/code-host.ts'
import { readReleaseDates } from '#pulls/hosts/git/git.ts'
import {
  findOrCreateRepository,
  listRepositories,
  type Repository,
} from '#pulls/repositories/repositories.ts'

const OPTIONS = { account: ACCOUNT, repo: text('owner/name'), each: flag, trials: flag }

export const importChangelog = command({
  usage: 'import changelog <file.md>',
  summary:
    'Publish the releases of a changelog file as entries with their original dates or, with --each, every item. --trials includes pre-releases.',
  options: OPTIONS,
  run: (options, [file = ''], context) =>
    importTexts(options, context, async () => ({
      texts: changelogTexts(await textOf(file, context)),
      dates: await readReleaseDates(resolve(context.directory, file), context.signal),
    })),
})

export const importReleases = command({
  usage: 'import releases',
  summary: 'Publish the releases of a connected repository as entries with their original dates.',
  options: OPTIONS,
  run: (options, _, context) =>
    importTexts(options, context, async (account, service) => ({
      texts: releaseTexts(
        await fetchReleaseNotes(service.db.read, openCodeHostClients(service), account.id, options.repo),
      ),
    })),
})

export const importFeed = command({
  usage: 'import feed <file-or-address>',
  summary:
    'Publish the items of an Atom, RSS 2.0 or JSON feed, or the posts that Beamer and LaunchNotes give as JSON, as entries with their original dates or, with --each, every list item in them.',
  options: OPTIONS,
  run: (options, [location = ''], context) =>
    importTexts(options, context, async (_account, service) => {
      const text = /^https?:\/\//i.test(location)
        ? await fetchText(location, service.config.privateHosts, context.signal)
        : await textOf(location, context)
      return { texts: await feedTexts(text) }
    }),
})

/** Reads the release texts and publishes them into the account. */
function importTexts(
  { account: id, repo, each, trials }: OptionValues<typeof OPTIONS>,
  context: CommandContext,
  read: (
    account: Account,
    service: Service,
  ) => Promise<Pick<PastImportOptions, 'dates'> & { texts: PastText[] }>,
): Promise<CommandResult> {
  return withAccount(context, id, async (account, service) => {
    const { db, clock, ids, effects } = service
    const { texts, dates = null } = await read(account, service)
    const repository = await repositoryOf(service, account, repo)
    if (!repository)
      context.err('Pull request numbers are not linked: name their repository with --repo owner/name.\n')
    const action = { clock, ids, actor: 'import', effects }
    const tally = await importPast({ db, action }, account, texts, {
      each,
      prereleases: trials,
      repository,
      dates,
    })
    return { json: tally, text: describe(tally), incomplete: publishedNothing(tally) }
  })
}

/** Whether nothing was published, now or earlier. */
const publishedNothing = ({ published, known, told }: PastImportCounts): boolean =>
  published + known + told === 0

const REPOSITORY = /^[\w.-]+(?:\/[\w.-]+)+$/

/** The account's repository with that name, or its only repository if no name is given; otherwise null. */
async function repositoryNamed(
  db: Reader,
  accountId: string,
  name: string | undefined,
): Promise<Repository | null> {
  const all = await listRepositories(db, accountId)
  const matching =
    name === undefined ? all : all.filter(repository => repository.name.toLowerCase() === name.toLowerCase())
  return matching.length === 1 ? (matching[0] ?? null) : null
}

/** The repository that the texts belong to. A repository that is not recorded yet is created, as one of github.com. */
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

const textOf = (file: string, context: CommandContext): string =>
  decodeText(bytesOf(file, context, PAST_MAX_BYTES))

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
    [told, 'already in published entries'],
    [skipped.ahead, 'not released yet'],
    [skipped.trial, 'pre-releases'],
    [skipped.empty, 'empty'],
    [
      skipped.undated,
      'without a date (to find dates from tags, commits and merges, import the changelog from within its git repository, after its merges)',
    ],
    [skipped.unreadable, 'unreadable'],
  ]
  const rest = left.flatMap(([n, why]) => (n > 0 ? [`${n} ${why}`] : []))
  const days: [number, string][] = [
    [dated.by_tags, 'from tags'],
    [dated.by_merges, 'from the newest merge they name'],
    [dated.by_commits, 'from the commits that added their headings'],
    [dated.by_neighbours, 'from the releases before and after them'],
  ]
  const guessed = days.flatMap(([n, how]) => (n > 0 ? [`${n} ${how}`] : []))
  return (
    `${found} found; ${published} ${published === 1 ? 'entry' : 'entries'} published, with ${linked} pull requests; ${replaced} drafts replaced.\n` +
    (rest.length > 0 ? `Left out: ${rest.join(', ')}.\n` : '') +
    (guessed.length > 0 ? `Dates missing from the text were taken ${guessed.join(', ')}.\n` : '')
  )
}

const LIMITS = { timeoutMs: 60_000, idleMs: 20_000, maxBytes: PAST_MAX_BYTES }

/** Fetches a document. Private addresses are refused unless `allow` lists them; errors are those of the guarded client. */
async function fetchText(address: string, allow: readonly string[], signal: AbortSignal): Promise<string> {
  const outbound = openOutbound({ allow, ...LIMITS })
  try {
    const answer = await outbound.fetch(address, { signal })
    if (!answer.ok) throw new AppError('unavailable', `The address answered with ${answer.status}.`)
    return decodeText(await answer.bytes())
  } finally {
    await outbound.close()
  }
}

/**
 * The release notes of the connected repository with that name, or of the only one if no name is given. Throws `not_found` unless exactly
 * one matches, and `unavailable` if it has no token.
 */
async function fetchReleaseNotes(
  db: Reader,
  hostOf: (source: Source) => Promise<CodeHost | null>,
  accountId: string,
  repo: string | undefined,
): Promise<ReleaseNotes[]> {
  const sources = await listSources(db, { accountId })
  const [source, ...others] = sources.filter(candidate => repo === undefined || candidate.repo === repo)
  if (!source || others.length > 0)
    throw new AppError('not_found', 'Name one connected repository with --repo owner/name.')
  const host = await hostOf(source)
  if (!host) throw new AppError('unavailable', `There is no token for ${source.host}.`)
  return host.releaseNotes(source.repo)
}
