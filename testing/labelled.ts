import type { MergedPull } from '#pulls/pull-request.ts'
import type { Labelled, Labels } from '../tools/training/labelled.ts'

/** A pull request with the decision of its team, and no release note of the team. */
export const aLabelled = (pull: MergedPull, labels: Labels): Labelled => ({
  pull,
  bareTitle: pull.title,
  labels,
  record: { title: pull.title, fragments: [] },
})
