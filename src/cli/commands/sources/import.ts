import { resolve } from 'node:path'
import type { Account } from '#accounts/account.ts'
import { createJudge } from '#app/judging.ts'
import type { Service } from '#app/service.ts'
import { openSurroundings } from '#app/surroundings.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { count, draftsAmong } from '#cli/format.ts'
import { pullLines } from '#cli/input-lines.ts'
import { ACCOUNT, DATE, flag, PAST, pastFrom, text, wholeNumberOption } from '#cli/options.ts'
import { progress } from '#cli/terminal.ts'
import { withAccount } from '#cli/with-service.ts'
import { type ImportResult, importMerges, type UnpublishedReason } from '#pipeline/ingest/import.ts'
import { importGitDirectory } from '#pipeline/ingest/import-git.ts'
import type { IngestCounts } from '#pipeline/ingest/ingest.ts'
import type { Instant } from '#platform/clock.ts'
import { locateRepository, type RepositoryLocation } from '#pulls/hosts/git/local-repository.ts'
import { orderOldestFirst, type SourceFacts } from '#pulls/hosts/merge-source.ts'
import type { Past } from '#pulls/past.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

export const importGit = command({
  usage: 'import git <git-dir>',
  summary:
    'Record the merged pull requests of a local git repository, and its commits where few belong to one. --past says what becomes of user-facing ones (drafts of the weightiest of the last month); --publish is --past publish.',
  options: {
    account: ACCOUNT,
    repo: text('owner/name'),
    since: DATE,
    last: wholeNumberOption(),
    past: PAST,
    publish: flag,
  },
  run({ account: id, repo, since, last, past: chosen, publish }, [directory = ''], context) {
    const past = pastFrom(chosen, { publish })
    return withAccount(context, id, async (account, service) => {
      const tally = await importRepository(
        service,
        account,
        { directory, range: { since, last }, repo, past },
        context,
      )
      return { json: tally, text: describeImport(tally, past) }
    })
  },
})

export const importJsonLines = command({
  usage: 'import jsonl <file>',
  summary:
    'Record merged pull requests from a file with one JSON object per line ("-" reads standard input).',
  options: { account: ACCOUNT, past: PAST, publish: flag },
  run({ account: id, past: chosen, publish }, [file], context) {
    const past = pastFrom(chosen, { publish })
    return withAccount(context, id, async (account, service) => {
      const lines = pullLines(file === '-' ? undefined : file, context)
      const bar = progress(context, 'pull requests')
      let withoutUrl = 0
      const onPull = (pull: MergedPull) => {
        if (pull.url === null) withoutUrl++
      }
      const onBatch = ({ recorded, updated, skipped }: IngestCounts) => bar.at(recorded + updated + skipped)
      const tally = await withBar(bar, importerOf(service), importer =>
        importMerges(importer, account, orderOldestFirst(oneByOne(lines.batches(), onPull)), {
          past,
          onBatch,
          signal: context.signal,
        }),
      )
      if (withoutUrl > 0)
        context.err(`${counted(withoutUrl, 'pull request')} without a url: ${WITHOUT_PAGES}.\n`)
      return { json: tally, text: describeImport(tally, past), incomplete: lines.faults() > 0 }
    })
  },
})

/** A local git repository to import. */
export interface RepositoryToImport {
  directory: string
  range: { since?: Instant; until?: Instant; last?: number }
  repo?: string | undefined
  past: Past
}

/** Imports a repository's history into the account, with progress on stderr. */
export async function importRepository(
  service: Service,
  account: Account,
  { directory, range, repo, past }: RepositoryToImport,
  context: CommandContext,
): Promise<ImportResult> {
  const repository = await locateRepository(resolve(context.directory, directory))
  const bar = progress(context, 'changes read')
  const request = {
    repository,
    range,
    repo,
    past,
    signal: context.signal,
    onRead: bar.at,
    onOpened: ({ facts, examples }: { facts: SourceFacts; examples: number }) => {
      for (const note of facts.notes) context.err(`${note}\n`)
      if (!facts.hasPages) context.err(NO_PAGES)
      if (examples > 0)
        context.err(`Learned from ${counted(examples, 'past decision')} in the repository's own record.\n`)
    },
  }
  return withBar(bar, importerOf(service, repository), importer =>
    importGitDirectory(importer, account, request),
  )
}

const WITHOUT_PAGES = 'they are left out of highlights, and their entries have no external_url'

const NO_PAGES =
  `The pull requests have no web address: ${WITHOUT_PAGES}. ` +
  'To add it, import again with --repo https://github.com/owner/name, or connect the repository.\n'

async function importerOf(service: Service, directory?: RepositoryLocation) {
  const { db, clock, ids, effects } = service
  const judge = await createJudge({ ...service, surroundings: openSurroundings(service, directory) })
  return { db, action: { clock, ids, actor: 'import', effects }, judge }
}

/** Runs the import and clears the progress bar. */
async function withBar(
  bar: ReturnType<typeof progress>,
  importer: ReturnType<typeof importerOf>,
  run: (importer: Awaited<ReturnType<typeof importerOf>>) => Promise<ImportResult>,
): Promise<ImportResult> {
  try {
    return await run(await importer)
  } finally {
    bar.end()
  }
}

/** The items of the batches one by one; calls back for each. */
async function* oneByOne<T>(
  batches: AsyncIterable<readonly T[]>,
  onItem: (item: T) => void,
): AsyncGenerator<T> {
  for await (const batch of batches)
    for (const item of batch) {
      onItem(item)
      yield item
    }
}

/** The result of an import as text. Accounts for every user-facing merge. */
export function describeImport(tally: ImportResult, past: Past): string {
  const { recorded, updated, skipped, user_facing, drafts, published, unpublished } = tally
  const all = `${counted(recorded, 'change')} recorded, ${updated} updated, ${skipped} unchanged; ${user_facing} user-facing`
  if (!unpublished) return `${all}${BECAME[past]}${draftsAmong(user_facing, drafts)}.\n`
  const { reverted = 0, ...others } = unpublished
  const rest = Object.entries(others).map(
    ([reason, n]) => `, ${n} ${UNPUBLISHED[reason as UnpublishedReason]}`,
  )
  const without = reverted === 0 ? '' : `; ${reverted} ${UNPUBLISHED.reverted}`
  return `${all}: ${published} published${rest.join('')}${without}.\n`
}

/** The end of the sentence that counts the user-facing merges, by what happened to them. */
const BECAME: Record<Past, string> = {
  history: ', kept as history: in the ledger, without drafts',
  month: '',
  drafts: '',
  publish: '',
}

const UNPUBLISHED: Record<UnpublishedReason, string> = {
  published_before: 'published before',
  announced_before: 'announced before',
  reverted: 'left out because they were reverted or are the revert',
  reverts_unknown: 'waiting as drafts because they revert a change that is not recorded',
  edited: 'waiting as drafts because a person edited them',
  queued: 'waiting in the queue',
  dismissed: 'left out because a person dismissed or withdrew them',
  without_words: 'left out because they have no text',
  needs_words: 'waiting as drafts because they need words',
  draft: 'waiting as drafts',
}

const counted = (n: number, one: string): string => `${count(n)} ${n === 1 ? one : `${one}s`}`
