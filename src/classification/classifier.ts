import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification, Layer } from './classification.ts'
import type { Signal } from './signals/signal.ts'
import type { Habits } from './team/habits.ts'

/** A pull request with what people wrote to say what it is: `signalsOf` reads that once for all layers. */
export interface Case {
  pull: MergedPull
  signals: readonly Signal[]
}

/** One layer of the cascade. Pure: the same pull request gives the same answer, and nothing outside is asked. */
export interface Classifier {
  layer: Layer
  version: string
  /**
   * `habits` is what the account's own decisions taught. Null where this layer is not sure enough to decide.
   */
  classify(pull: MergedPull, signals: readonly Signal[], habits?: Habits | null): Classification | null
  /** The same for many, of a layer that does them quicker together. */
  classifyAll?(cases: readonly Case[], habits: Habits | null): (Classification | null)[]
}
