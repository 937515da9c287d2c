import { CONFIDENCES, type Confidence, VISIBILITIES, type Visibility } from './classification.ts'
import { PROMISED, type Verdict } from './score.ts'

/** With fewer decisions of a confidence, chance alone might miss its promise. */
const LEAST_OUTCOMES = 20
/** The fewest decisions that prove a higher confidence than was claimed. */
const LEAST_PROVEN = 50

interface Count {
  decisions: number
  right: number
}

/** A confidence that is lowered in a repository, on one side, and what its decisions came to. */
export interface Lowering extends Count {
  visibility: Visibility
  from: Exclude<Confidence, 'low'>
  to: Confidence
}

/**
 * How often decisions of each confidence were right in one repository, by what its team decided. A confidence that was right less often
 * than it promises (`PROMISED`), over at least `LEAST_OUTCOMES` decisions on that side, is lowered to one whose promise was kept. `medium`
 * whose decisions were right as often as `high` promises, over `LEAST_PROVEN` of them, is `high`.
 */
export class ConfidenceRecord {
  readonly #counts = new Map<string, Count>()

  add({ visibility, confidence }: Pick<Verdict, 'visibility' | 'confidence'>, decided: Visibility): void {
    const { decisions, right } = this.#countOf(visibility, confidence)
    this.#counts.set(`${visibility} ${confidence}`, {
      decisions: decisions + 1,
      right: right + Number(visibility === decided),
    })
  }

  /** What decisions of this confidence were worth here, more or less than they claim. */
  measured(visibility: Visibility, claimed: Confidence): Confidence {
    const { decisions, right } = this.#countOf(visibility, claimed)
    const isProven = decisions >= LEAST_PROVEN && right >= PROMISED.high * decisions
    return claimed === 'medium' && isProven ? 'high' : this.lowered(visibility, claimed)
  }

  /** The highest confidence whose promise this one's decisions kept here; the given one while too few are known. */
  lowered(visibility: Visibility, claimed: Confidence): Confidence {
    const { decisions, right } = this.#countOf(visibility, claimed)
    if (decisions < LEAST_OUTCOMES) return claimed
    const kept = CONFIDENCES.slice(0, CONFIDENCES.indexOf(claimed) + 1)
    return kept.findLast(one => right >= PROMISED[one] * decisions) ?? 'low'
  }

  /** The confidences that are lowered, the highest first. */
  get lowerings(): Lowering[] {
    return (['high', 'medium'] as const).flatMap(from =>
      VISIBILITIES.flatMap(visibility => {
        const to = this.lowered(visibility, from)
        return to === from ? [] : [{ visibility, from, to, ...this.#countOf(visibility, from) }]
      }),
    )
  }

  #countOf(visibility: Visibility, confidence: Confidence): Count {
    return this.#counts.get(`${visibility} ${confidence}`) ?? { decisions: 0, right: 0 }
  }
}
