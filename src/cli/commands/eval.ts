import { createClassifierWith, createProductClassifier } from '#app/registry.ts'
import { adaptationReport, adaptedFigures, settingsFrom } from '#cli/adaptation.ts'
import { type Context, command } from '#cli/command.ts'
import { figuresOf } from '#cli/figures.ts'
import { figuresText } from '#cli/figures-text.ts'
import { readLabelledFiles } from '#cli/labelled-files.ts'
import { judgeBothWays, judgeLeftOut, type Records, type Rounds } from '#cli/left-out.ts'
import type { Classifier } from '#judgement/classification/classifier.ts'
import type { Model } from '#judgement/classification/model/model.ts'
import { examplesOf } from '#judgement/classification/training/examples.ts'
import type { Labelled } from '#judgement/classification/training/labelled.ts'
import { inTurns, type Steps } from '#judgement/steps.ts'

export const evaluate = command({
  usage: 'eval <file…> [--leave-out] [--records] [--adapt 30,100,half,running]',
  summary:
    "Scores decisions on labelled JSON lines, with titles as merged and without their types; --leave-out fits the model anew without each repository before judging it (slow). --records shows what its team wrote beside a change. --adapt gives it so many of a repository's own decisions first, in their order (100:drawn by chance, 100:shuffled with their answers mixed up), and scores the later ones.",
  options: {
    'leave-out': { type: 'boolean' },
    records: { type: 'boolean' },
    adapt: { type: 'string' },
  },
  arguments: [1, 100],
  async run({ 'leave-out': leaveOut = false, records = false, adapt }, files, context) {
    const settings = adapt === undefined ? null : settingsFrom(adapt)
    const rows = await readLabelledFiles(files, context)
    if (settings) return adaptationReport(await adaptedFigures(rows, settings, leaveOut, context))
    const written: Records = records ? 'shown' : 'hidden'
    const judging = leaveOut
      ? judgedAnew(rows, await createClassifierWith(), written, context)
      : judgeBothWays(await createProductClassifier(), rows, written)
    const judged = await inTurns(judging, context.signal)
    const merged = figuresOf(judged.map(({ merged }) => merged))
    const bare = figuresOf(judged.map(({ bare }) => bare))
    return {
      json: { titles_as_merged: merged, titles_without_types: bare },
      text: `Titles as merged\n\n${figuresText(merged)}\nTitles without types\n\n${figuresText(bare)}`,
    }
  },
})

function* judgedAnew(
  rows: readonly Labelled[],
  classifierWith: (model: Model) => Classifier,
  records: Records,
  { err }: Context,
): Steps<Rounds[]> {
  return yield* judgeLeftOut(yield* examplesOf(rows), classifierWith, records, (done, all) =>
    err(`repository ${done} of ${all} judged by the others\n`),
  )
}
