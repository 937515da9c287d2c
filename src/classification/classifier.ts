import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification, Layer } from './classification.ts'
import type { Known } from './known.ts'
import type { Viewed } from './model/view.ts'
import { recordIn, type TeamRecord } from './signals/record.ts'
import type { Signal } from './signals/signal.ts'
import { signalsOf } from './signals/signals.ts'

/** A pull request with what people wrote to say what it is: `signalsOf` reads that once for all layers. */
export interface Case {
  pull: MergedPull
  signals: readonly Signal[]
  /** What the change brought for the record, which is told even of one that is shown without it. */
  record: TeamRecord | null
}

/** `record` of a change that is shown without it, as what is learnt from must be. */
export function caseOf(pull: MergedPull, record?: TeamRecord | null): Case {
  const signals = signalsOf(pull)
  return { pull, signals, record: record === undefined ? recordIn(signals) : record }
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
