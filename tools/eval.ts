// node tools/eval.ts [--leave-out] [--records] [--adapt 30,100,half,running] [--json] FILE…
// Scores the classifier on labelled JSON lines, with titles as merged and with their type prefixes removed.
// --leave-out scores each repository with a model of five that was trained without it (slow).
// --records lets the classifier see what the team recorded beside each change.
// --adapt gives the classifier this many of the repository's own decisions first (100:drawn picks them at random, 100:shuffled shuffles their
// answers) and scores the later ones.
import { parseArgs } from 'node:util'
import { createProductClassifier } from '#app/judging.ts'
import { atOnce } from '#judgement/steps.ts'
import { adaptationText, adaptedFigures, settingsFrom } from './evaluation/adaptation.ts'
import { classifyBothTitles, classifyLeftOut } from './evaluation/left-out.ts'
import { figuresOf, figuresText } from './evaluation/scores.ts'
import { examplesOf } from './training/examples.ts'
import { readLabelledFiles } from './training/labelled-files.ts'

const { values, positionals } = parseArgs({
  options: {
    'leave-out': { type: 'boolean', default: false },
    records: { type: 'boolean', default: false },
    adapt: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const rows = await readLabelledFiles(positionals)
if (values.adapt !== undefined) {
  const adapted = atOnce(adaptedFigures(rows, settingsFrom(values.adapt), values['leave-out']))
  print(adapted, adaptationText(adapted))
} else scoreClassifier(await createProductClassifier())

function scoreClassifier(classifier: Awaited<ReturnType<typeof createProductClassifier>>): void {
  const records = values.records ? 'shown' : 'hidden'
  const classified = atOnce(
    values['leave-out']
      ? classifyLeftOut(atOnce(examplesOf(rows)), records, (done, all) =>
          process.stderr.write(`fit ${done} of ${all} done\n`),
        )
      : classifyBothTitles(classifier, rows, records),
  )
  const merged = figuresOf(classified.map(({ merged }) => merged))
  const bare = figuresOf(classified.map(({ bare }) => bare))
  print(
    { titles_as_merged: merged, titles_without_types: bare },
    `Titles as merged\n\n${figuresText(merged)}\nTitles without types\n\n${figuresText(bare)}`,
  )
}

function print(json: unknown, text: string): void {
  process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text)
}
