import { resolve } from 'node:path'
import { createProductClassifier } from '#app/judging.ts'
import { asJson, reportOf } from '#cli/backtest/report.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { ansi, type Style } from '#cli/format.ts'
import { RANGE, RELEASE, text } from '#cli/options.ts'
import { progress } from '#cli/terminal.ts'
import { backtest as replay } from '#pipeline/judging/backtest.ts'
import { announcementsOf, type ChangelogFile } from '#pulls/changelog-sources/announcements.ts'
import { openGitSource, readGitChangelogFiles, readGitReleaseConfig } from '#pulls/hosts/git/git.ts'

const plain = (text: string): string => text

const styleFor = ({ colour, columns }: Pick<CommandContext, 'colour' | 'columns'>): Style =>
  colour
    ? {
        strong: text => ansi(1, text),
        heading: text => ansi(36, text),
        faint: text => ansi(2, text),
        width: columns,
      }
    : { strong: plain, heading: plain, faint: plain, width: columns }

export const backtest = command({
  usage: 'backtest <git-dir>',
  summary:
    "Compare the classifier's decisions with what a repository's team announced. Needs no database and no network.",
  options: { ...RANGE, ...RELEASE, repo: text('owner/name') },
  async run({ repo, ...range }, [given = ''], context) {
    const directory = resolve(context.directory, given)
    const changelogFiles = await readGitChangelogFiles(directory, context.signal)
    if (!namesChanges(changelogFiles)) context.err(NOTHING_KEPT)
    const bar = progress(context, 'changes read')
    const source = await openGitSource(directory, {
      ...range,
      ...(repo !== undefined && { repo }),
      onProgress: bar.at,
      signal: context.signal,
    })
    const merges = (await Array.fromAsync(source.merges())).toReversed()
    bar.end()
    const config = await readGitReleaseConfig(directory, context.signal)
    const classifier = await createProductClassifier()
    const found = replay(classifier, source.facts, merges, changelogFiles, config)
    for (const note of source.facts.notes) context.err(`${note}\n`)
    return {
      json: asJson(source.facts, found),
      text: reportOf(source.facts, found, styleFor(context)),
    }
  },
})

/** Printed before the history is read, which may take minutes. */
const NOTHING_KEPT = `No changelog and no tag message here names pull requests, so there may be nothing to compare with. The merges are now
searched for changesets, news fragments and release notes. If your team writes none, stop with Ctrl+C and use "tidings preview":
it shows what would be announced.
`

const namesChanges = (changelogFiles: readonly ChangelogFile[]): boolean =>
  changelogFiles.some(file =>
    announcementsOf(file, null).some(({ numbers, commits }) => numbers.length + commits.length > 0),
  )
