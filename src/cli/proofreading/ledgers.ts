import { createProductClassifier } from '#app/judging.ts'
import type { CommandContext } from '#cli/command.ts'
import { progress } from '#cli/terminal.ts'
import { withAccount } from '#cli/with-service.ts'
import { configured } from '#judgement/classification/classifier.ts'
import { accountLedger } from '#pipeline/proofreading/account-ledger.ts'
import { gitLedger } from '#pipeline/proofreading/git-ledger.ts'
import type { ReleaseLedger } from '#pipeline/proofreading/ledger.ts'
import { AppError } from '#platform/errors.ts'
import { openGitSource, readGitRange, readGitReleaseConfig } from '#pulls/hosts/git/git.ts'

interface Asked {
  from: string | undefined
  to: string
  repo: string | undefined
  git: string
}

/** How many earlier merges are read to learn what is usual in the repository. */
const CONTEXT = 1_500

/** Reads the ledger of a git directory. Throws `wrong_usage` for a tag that does not exist. */
export async function gitLedgerFor(
  { from, to, repo, git }: Asked,
  context: CommandContext,
): Promise<ReleaseLedger> {
  const { signal } = context
  const range = await readGitRange(git, from, to, signal)
  const bar = progress(context, 'merges read')
  const options = { ...(repo !== undefined && { repo }), commits: true, signal }
  const [released, left, all, config, classifier] = await Promise.all([
    openGitSource(git, { ...options, at: range.to, last: range.commits.size + CONTEXT, onProgress: bar.at }),
    openGitSource(git, {
      ...options,
      at: range.from ?? range.to,
      last: Math.max(1, range.left.size),
      lines: false,
    }),
    openGitSource(git, { ...options, lines: false }),
    readGitReleaseConfig(git, signal),
    createProductClassifier(),
  ])
  const histories = { released: released.merges(), left: left.merges(), all: all.merges() }
  const known = configured(released.facts, config)
  const ledger = await gitLedger(
    classifier,
    { repo: released.facts.repo, from: range.start ?? 'the beginning', to, range, ...histories },
    known,
  )
  bar.end()
  return ledger
}

/** The ledger of an account. */
export const accountLedgerFor = (
  account: string,
  { from, to, repo }: Asked,
  context: CommandContext,
): Promise<ReleaseLedger> => {
  if (from === undefined)
    throw new AppError('wrong_usage', 'Give --from TAG with --account: the release before this one.')
  return withAccount(context, account, async ({ id }, { db }) =>
    accountLedger(db.read, { accountId: id, repo, from, to }),
  )
}
