import type { MergedPull } from '#pulls/pull-request.ts'
import type { Labelled, Labels } from '../tools/training/labelled.ts'

/** A pull request with its team's decision, and nothing of the team's beside it. */
export const aLabelled = (pull: MergedPull, labels: Labels): Labelled => ({
  pull,
  bareTitle: pull.title,
  labels,
  record: { title: pull.title, fragments: [] },
})
