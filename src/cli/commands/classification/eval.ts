import { createClassifierWith, createProductClassifier } from '#app/judging.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { adaptationReport, adaptedFigures, settingsFrom } from '#cli/evaluation/adaptation.ts'
import { modelFigures, modelFiguresText } from '#cli/evaluation/language-model.ts'
import {
  type BothTitles,
  classifyBothTitles,
  classifyLeftOut,
  type RecordVisibility,
} from '#cli/evaluation/left-out.ts'
import { openMeasuredModel } from '#cli/evaluation/model.ts'
import { figuresOf, figuresText } from '#cli/evaluation/scores.ts'
import { readLabelledFiles } from '#cli/input-lines.ts'
import { count, flag, text } from '#cli/options.ts'
import { progress } from '#cli/terminal.ts'
import type { Classifier } from '#judgement/classification/classifier.ts'
import type { Model } from '#judgement/classification/model/model.ts'
import { examplesOf } from '#judgement/classification/training/examples.ts'
import type { Labelled } from '#judgement/classification/training/labelled.ts'
import { inTurns, type Steps } from '#judgement/steps.ts'

const SAMPLE = 100

export const evaluate = command({
  usage: 'eval <file…>',
  summary:
    "Score the classifier on labelled JSON lines, with titles as merged and with their type prefixes removed. --leave-out scores each repository with a model of five that was trained without it (slow). --records lets the classifier see what the team recorded beside each change. --adapt gives the classifier this many of the repository's own decisions first (100:drawn picks them at random, 100:shuffled shuffles their answers) and scores the later ones. --language-model asks the configured language model about --sample changes (100) of which the decision is not certain, and scores its answers; run it again to go on where it was stopped.",
  options: {
    'leave-out': flag,
    records: flag,
    adapt: text('30,100,half,running'),
    'language-model': flag,
    sample: count(),
  },
  async run(
    {
      'leave-out': leaveOut = false,
      records = false,
      adapt,
      'language-model': model = false,
      sample = SAMPLE,
    },
    files,
    context,
  ) {
    const settings = adapt === undefined ? null : settingsFrom(adapt)
    const rows = await readLabelledFiles(files, context)
    if (settings) return adaptationReport(await adaptedFigures(rows, settings, leaveOut, context))
    if (model) return measureModel(rows, sample, context)
    const visibility: RecordVisibility = records ? 'shown' : 'hidden'
    const steps = leaveOut
      ? leftOut(rows, await createClassifierWith(), visibility, context)
      : classifyBothTitles(await createProductClassifier(), rows, visibility)
    const classified = await inTurns(steps, context.signal)
    const merged = figuresOf(classified.map(({ merged }) => merged))
    const bare = figuresOf(classified.map(({ bare }) => bare))
    return {
      json: { titles_as_merged: merged, titles_without_types: bare },
      text: `Titles as merged\n\n${figuresText(merged)}\nTitles without types\n\n${figuresText(bare)}`,
    }
  },
})

async function measureModel(rows: readonly Labelled[], sample: number, context: CommandContext) {
  await using measured = await openMeasuredModel(context)
  const bar = progress(context, 'changes asked about')
  const classifier = await createProductClassifier()
  const figures = await modelFigures(classifier, rows, measured.asking, sample, bar.at)
  bar.end()
  const spent = await measured.spent()
  return { json: { ...figures, spent }, text: modelFiguresText(figures, spent) }
}

function* leftOut(
  rows: readonly Labelled[],
  classifierWith: (model: Model) => Classifier,
  records: RecordVisibility,
  { err }: CommandContext,
): Steps<BothTitles[]> {
  return yield* classifyLeftOut(yield* examplesOf(rows), classifierWith, records, (done, all) =>
    err(`fit ${done} of ${all} done\n`),
  )
}
