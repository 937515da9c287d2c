import { resolve } from 'node:path'
import { createEditor, createProductClassifier } from '#app/judging.ts'
import { openGitSource, readGitChangelogFiles, readGitReleaseConfig } from '#app/registry.ts'
import { asJson } from '#cli/backtest/json.ts'
import { reportOf } from '#cli/backtest/report.ts'
import { command } from '#cli/command.ts'
import { styleFor } from '#cli/format.ts'
import { RANGE, text } from '#cli/options.ts'
import { progress } from '#cli/terminal.ts'
import { backtest as replay } from '#pipeline/judging/backtest.ts'

export const backtest = command({
  usage: 'backtest <git-dir>',
  summary:
    "Compare the classifier's decisions with what a repository's team announced. Needs no database and no network.",
  options: { ...RANGE, repo: text('owner/name') },
  async run({ repo, ...range }, [given = ''], context) {
    const directory = resolve(context.directory, given)
    const bar = progress(context, 'merges read')
    const source = await openGitSource(directory, {
      ...range,
      ...(repo !== undefined && { repo }),
      onProgress: bar.at,
      signal: context.signal,
    })
    const merges = await Array.fromAsync(source.merges())
    bar.end()
    const papers = await readGitChangelogFiles(directory, context.signal)
    const config = await readGitReleaseConfig(directory, context.signal)
    const [editor, classifier] = [await createEditor(), await createProductClassifier()]
    const found = replay(editor, source.facts, merges, papers, classifier, config)
    for (const note of source.facts.notes) context.err(`${note}\n`)
    return {
      json: asJson(source.facts, found),
      text: reportOf(source.facts, found, styleFor(context)),
    }
  },
})
