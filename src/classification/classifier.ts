import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification, Layer } from './classification.ts'
import type { Signal } from './signals/signal.ts'
import type { Habits } from './team/habits.ts'

/** One layer of the cascade. Pure: the same pull request gives the same answer, and nothing outside is asked. */
export interface Classifier {
  layer: Layer
  version: string
  /**
   * `signals` is what `signalsOf` reads, once for all layers; `habits` is what the account's own decisions taught. Null where this
   * layer is not sure enough to decide.
   */
  classify(pull: MergedPull, signals: readonly Signal[], habits?: Habits | null): Classification | null
}
