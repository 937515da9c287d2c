import { ask } from '#accounts/language-model/ask.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { type Classifier, nothingBefore } from '#judgement/classification/classifier.ts'
import { balancedAccuracy, tallyOf } from '#judgement/classification/evaluate/measures.ts'
import type { Advice } from '#judgement/classification/language-model/advice.ts'
import { disarmed } from '#judgement/classification/language-model/disarm.ts'
import { judgeQuestion } from '#judgement/classification/language-model/question.ts'
import { weigh } from '#judgement/classification/language-model/weigh.ts'
import type { Asking } from '#pipeline/judging/wording.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import type { Labelled } from '../training/labelled.ts'

/** How right the offline decision, the language model alone and the decision with its word weighed in are, on the same changes. */
export interface ModelFigures {
  /** Changes with an uncertain offline decision that a model was asked about. */
  asked: number
  /** Of these without an answer. */
  silent: number
  /** Balanced accuracy of the visibility; null with too few of either. */
  offline: number | null
  model: number | null
  weighed: number | null
}

type Decided = Pick<Classification, 'visibility' | 'confidence' | 'score'>

/**
 * Asks about changes of which the offline decision is not certain, spread evenly over the labelled ones. Each change is decided in the
 * context of the earlier ones of its repository.
 */
export async function modelFigures(
  classifier: Pick<Classifier, 'classify'>,
  rows: readonly Labelled[],
  asking: Asking,
  sample: number,
): Promise<ModelFigures> {
  const known = nothingBefore()
  const open = rows
    .map(row => ({ row, base: classifier.classify(row.pull, known), expected: row.labels.visibility }))
    .flatMap(({ row, base, expected }) =>
      expected && !row.pull.authorIsBot && base.confidence !== 'high' ? [{ row, base, expected }] : [],
    )
  const step = Math.max(1, open.length / sample)
  const chosen = open.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  const answered = await mapConcurrently(
    chosen,
    asking.account.model.atOnce,
    async ({ row, base, expected }) => {
      const question = judgeQuestion(disarmed(row.pull).pull, asking.guidance)
      const given = await ask<Advice>(asking, asking.accountId, asking.account, question, asking.signal)
      return { base, expected, advice: 'answer' in given ? given.answer : null }
    },
  )
  const told = answered.flatMap(({ advice, ...one }) => (advice ? [{ ...one, advice }] : []))
  const rightness = (decide: (one: (typeof told)[number]) => Decided) =>
    balancedAccuracy(tallyOf(told.map(one => ({ expected: one.expected, found: decide(one) }))))
  return {
    asked: chosen.length,
    silent: chosen.length - told.length,
    offline: rightness(({ base }) => base),
    model: rightness(({ base, advice }) => ({ ...base, visibility: advice.visibility })),
    weighed: rightness(({ base, advice }) => weigh(base, advice, asking.guidance.trust, 'eval')),
  }
}

export const modelFiguresText = ({ asked, silent, ...scores }: ModelFigures, spent: string): string => {
  const line = (name: string, score: number | null) =>
    `${name.padEnd(24)}${score === null ? 'too few' : (100 * score).toFixed(1)}\n`
  return [
    `${asked} changes of which the offline decision is not certain${silent > 0 ? `, ${silent} without an answer` : ''}\n\n`,
    line('Offline', scores.offline),
    line('The language model', scores.model),
    line('Its word weighed in', scores.weighed),
    `\n${spent}.\n`,
  ].join('')
}
