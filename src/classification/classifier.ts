import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification, Layer } from './classification.ts'
import type { Known } from './known.ts'
import type { Viewed } from './model/view.ts'
import type { Signal } from './signals/signal.ts'

/** A pull request with what people wrote to say what it is: `signalsOf` reads that once for all layers. */
export interface Case {
  pull: MergedPull
  signals: readonly Signal[]
}

/** One layer of the cascade. Pure: the same view gives the same answer where the same is known, and nothing outside is asked. */
export interface Classifier {
  layer: Layer
  version: string
  /** Null where this layer is not sure enough to decide. */
  classify(viewed: Viewed, known: Known): Classification | null
  /** The same for many, of a layer that does them quicker together. */
  classifyAll?(viewed: readonly Viewed[], known: Known): (Classification | null)[]
}
