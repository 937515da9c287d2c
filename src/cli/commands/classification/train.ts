import { rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type CommandContext, command } from '#cli/command.ts'
import { readLabelledFiles } from '#cli/input-lines.ts'
import { text } from '#cli/options.ts'
import type { Model } from '#judgement/classification/model/model.ts'
import { packModel, WEIGHTS_FILE } from '#judgement/classification/model/weights-file.ts'
import { examplesOf } from '#judgement/classification/training/examples.ts'
import type { Labelled } from '#judgement/classification/training/labelled.ts'
import { trainModel } from '#judgement/classification/training/train.ts'
import { inTurns, type Steps } from '#judgement/steps.ts'
import { AppError } from '#platform/errors.ts'

/** A model of fewer repositories would know those, not changes. */
const FEWEST_REPOSITORIES = 3

export const train = command({
  usage: 'train <file…>',
  summary:
    'Train the model on labelled JSON lines (.jsonl or .jsonl.gz) and write its weights. The same lines give the same weights.',
  options: { out: text('FILE') },
  async run({ out }, files, context) {
    const rows = await readLabelledFiles(files, context)
    const repositories = new Set(rows.map(({ pull }) => pull.repo)).size
    if (repositories < FEWEST_REPOSITORIES) {
      throw new AppError(
        'invalid_parameter',
        `The lines are of ${repositories === 1 ? 'one repository' : `${repositories} repositories`}; a model needs at least ${FEWEST_REPOSITORIES} to learn what they have in common.`,
      )
    }
    const model = await inTurns(fitted(rows, context), context.signal)
    const path = out === undefined ? WEIGHTS_FILE : resolve(context.directory, out)
    await writeFile(`${path}.new`, packModel(model))
    await rename(`${path}.new`, path)
    const made = { weights: path, rows: rows.length, repositories, words: model.vocabulary.words.length }
    return {
      json: made,
      text: `Fitted to ${rows.length.toLocaleString('en')} pull requests of ${repositories} repositories: ${path}\n`,
    }
  },
})

function* fitted(rows: readonly Labelled[], { err }: CommandContext): Steps<Model> {
  return yield* trainModel(yield* examplesOf(rows), (done, all) => err(`fit ${done} of ${all} done\n`))
}
