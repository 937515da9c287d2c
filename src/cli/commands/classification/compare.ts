import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createEditor } from '#app/judging.ts'
import { openGitSource, readGitDiff } from '#app/registry.ts'
import { command } from '#cli/command.ts'
import { type MeasuredModel, openMeasuredModel } from '#cli/evaluation/model.ts'
import { count, flag, RANGE, text } from '#cli/options.ts'
import { progress } from '#cli/terminal.ts'
import { diffExcerpt } from '#judgement/diff-excerpt.ts'
import { NO_SURROUNDINGS } from '#judgement/excerpt.ts'
import { type Comparison, comparable, compare as compareWords } from '#pipeline/judging/compare.ts'
import { comparePage } from '#pipeline/judging/compare-page.ts'
import { AppError } from '#platform/errors.ts'

const SAMPLE = 20

export const compare = command({
  usage: 'compare <git-dir>',
  summary:
    "Write a page with a repository's changes in the team's own words, in those of the machine alone and in those of the configured language model, unlabelled, to be chosen between. Takes --sample changes (20) that the team wrote a note about; the model does not see it. Run it again to go on where it was stopped.",
  options: {
    ...RANGE,
    repo: text('owner/name'),
    sample: count(),
    'send-diff': flag,
    out: text('FILE'),
  },
  async run(
    { repo, sample = SAMPLE, out = 'compare.html', 'send-diff': sendsDiff, ...range },
    [given = ''],
    context,
  ) {
    await using measured = await openMeasuredModel(context)
    const reading = progress(context, 'changes read')
    const directory = resolve(context.directory, given)
    const source = await openGitSource(directory, {
      ...range,
      ...(repo !== undefined && { repo }),
      onProgress: reading.at,
      signal: context.signal,
    })
    const editor = await createEditor()
    const merges = await Array.fromAsync(source.merges())
    reading.end()
    const chosen = comparable(editor, merges, sample)
    if (chosen.length === 0)
      throw new AppError('conflict', 'No merge in this range has a note of its team to compare with.')
    const writing = progress(context, `of ${chosen.length} changes written`)
    let done = 0
    const asking = sendsDiff ? withDiff(measured.asking, directory) : measured.asking
    const compared = await compareWords(editor, asking, chosen, () => writing.at(++done))
    writing.end()
    const file = resolve(context.directory, out)
    await writeFile(file, await comparePage(source.facts.name, compared))
    const faults = compared.filter(({ model }) => model === null)
    const lines = faults.map(({ reference, fault }) => `${reference}: the language model ${fault}\n`)
    return {
      json: { file, spent: await measured.spent(), changes: compared.map(asJson) },
      text: `${file}: ${compared.length - faults.length} changes in three hands.\n${lines.join('')}${await measured.spent()}.\n`,
    }
  },
})

/** Shows the model a part of the diff too, without the files in which the team says what customers read. */
const withDiff = (asking: MeasuredModel['asking'], directory: string): MeasuredModel['asking'] => ({
  ...asking,
  async surround(pull) {
    const files = pull.mergeCommit === null ? [] : await readGitDiff(directory, pull.mergeCommit)
    const code = files.filter(({ path }) => pull.files.some(file => file.path === path) && !isProse(path))
    return { ...pull, surroundings: { ...NO_SURROUNDINGS, diff: diffExcerpt(code) } }
  },
})

const isProse = (path: string): boolean => /\.(?:md|mdx|rst|txt|ya?ml)$/i.test(path)

const asJson = ({ pull, classification, ...rest }: Comparison) => ({
  ...rest,
  title: pull.title,
  description: pull.body,
  kind: classification.kind,
  magnitude: classification.magnitude,
})
