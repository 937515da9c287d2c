import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification, Layer } from './classification.ts'

/** One layer of the cascade. Pure: the same pull request gives the same answer, and nothing outside is asked. */
export interface Classifier {
  layer: Layer
  version: string
  /** Null where this layer has nothing to say. */
  classify(pull: MergedPull): Classification | null
}
