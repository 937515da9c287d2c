import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification, Layer } from './classification.ts'
import type { Signal } from './signals/signal.ts'

/** One layer of the cascade. Pure: the same pull request gives the same answer, and nothing outside is asked. */
export interface Classifier {
  layer: Layer
  version: string
  /** `signals` is what `signalsOf` reads, once for all layers. Null where this layer is not sure enough to decide. */
  classify(pull: MergedPull, signals: readonly Signal[]): Classification | null
}
