import {
  balancedAccuracy,
  bucketsOf,
  calibrationError,
  precision,
  recall,
  specificity,
} from '#judgement/classification/evaluate/measures.ts'
import type { Backtest, BacktestScore, ReplayedMerge } from '#pipeline/judging/backtest.ts'
import { isoOf } from '#platform/clock.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import { confusionOf } from './figures.ts'

/** The report as JSON: shares from 0 to 1, or null when there is nothing to measure. */
export function asJson({ host, repo, url, notes }: SourceFacts, found: Backtest) {
  const { history, tally } = found
  return {
    host,
    repo,
    url,
    notes,
    merges: found.merges,
    labelled: history.labelled.length,
    announced: tally.hits + tally.missed,
    sources: history.coverages.map(({ spans, ...coverage }) => ({
      ...coverage,
      spans: spans.map(({ from, to }) => ({ from: isoOf(from), to: isoOf(to) })),
    })),
    made_from_titles: history.madeFromTitles,
    left_out: history.excluded,
    tally,
    precision: precision(tally),
    recall: recall(tally),
    specificity: specificity(tally),
    balanced_accuracy: balancedAccuracy(tally),
    area_under_curve: found.areaUnderCurve,
    confidence: found.trust,
    lowered: found.lowerings,
    calibration: bucketsOf(found.replayed),
    calibration_error: calibrationError(found.replayed),
    kinds: kindsOf(found),
    taught: found.learning && {
      given: found.learning.examples,
      without: scoreOf(found.learning.without),
      with: scoreOf(found.learning.with),
    },
    missed: found.missed.map(rowOf),
    noise: found.noise.map(rowOf),
  }
}

const scoreOf = ({ tally, areaUnderCurve }: BacktestScore) => ({
  tally,
  balanced_accuracy: balancedAccuracy(tally),
  area_under_curve: areaUnderCurve,
})

const kindsOf = ({ kinds }: Backtest) =>
  [...confusionOf(kinds)].map(([recorded, found]) => ({
    recorded,
    found: Object.fromEntries([...found].toSorted((a, b) => b[1] - a[1])),
  }))

const rowOf = ({ label, found }: ReplayedMerge) => ({
  number: label.pull.number,
  commit: label.pull.mergeCommit,
  url: label.pull.url,
  title: label.pull.title,
  merged_at: isoOf(label.pull.mergedAt),
  visibility: found.visibility,
  score: found.score,
  confidence: found.confidence,
  reason: found.reason,
  source: label.source,
  basis: label.basis,
  kind: label.kind,
  version: label.version,
  note: label.note,
})
