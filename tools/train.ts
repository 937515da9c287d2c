// node tools/train.ts [--out FILE] FILE…
// Trains the model on labelled JSON lines (.jsonl or .jsonl.gz) and writes its weights. The same lines give the same weights.
import { renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { packModel, WEIGHTS_FILE } from '#judgement/classification/model/weights-file.ts'
import { atOnce } from '#judgement/steps.ts'
import { examplesOf } from './training/examples.ts'
import { readLabelledFiles } from './training/labelled-files.ts'
import { trainModel } from './training/train.ts'

/** The fewest repositories to train on; a model of fewer would learn their habits rather than what changes are. */
const FEWEST_REPOSITORIES = 3

const { values, positionals } = parseArgs({
  options: { out: { type: 'string', default: WEIGHTS_FILE } },
  allowPositionals: true,
})
const rows = await readLabelledFiles(positionals)
const repositories = new Set(rows.map(({ pull }) => pull.repo)).size
if (repositories < FEWEST_REPOSITORIES)
  throw new Error(
    `The lines are of ${repositories} repositories; a model needs at least ${FEWEST_REPOSITORIES} to learn what they have in common.`,
  )
const model = atOnce(
  trainModel(atOnce(examplesOf(rows)), (done, all) => process.stderr.write(`fit ${done} of ${all} done\n`)),
)
writeFileSync(`${values.out}.new`, packModel(model))
renameSync(`${values.out}.new`, values.out)
console.log(
  `Fitted to ${rows.length.toLocaleString('en')} pull requests of ${repositories} repositories: ${values.out}`,
)
