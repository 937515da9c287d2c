import { CONFIDENCES, type Confidence, VISIBILITIES, type Visibility } from './classification.ts'
import { PROMISED, type Verdict } from './score.ts'

/** With fewer decisions of a confidence, chance alone might miss its promise. */
const LEAST_OUTCOMES = 20
/** The fewest decisions that prove a higher confidence than was claimed. */
const LEAST_PROVEN = 50

/**
 * The share of decisions of each confidence that a reader upholds although the team's record says otherwise: a note that is missing, or one
 * on work that nobody meets, proves little (docs/classification.md).
 */
const UPHELD: Readonly<Record<Visibility, Record<Confidence, number>>> = {
  internal: { high: 0.7, medium: 0.5, low: 0.5 },
  'user-facing': { high: 0.75, medium: 0.5, low: 0.5 },
}

interface Count {
  decisions: number
  /** How many of them were decided in the same way. */
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
  readonly #counts = new Map<string, Count & { upheld: number }>()

  /** Counts a decision beside that of a person, or what the team's record says (`by`). */
  add(
    { visibility, confidence }: Pick<Verdict, 'visibility' | 'confidence'>,
    decided: Visibility,
    by: 'person' | 'record',
  ): void {
    const { decisions, right, upheld } = this.#countOf(visibility, confidence)
    const isRight = visibility === decided
    this.#counts.set(`${visibility} ${confidence}`, {
      decisions: decisions + 1,
      right: right + Number(isRight),
      upheld: upheld + (isRight ? 1 : by === 'record' ? UPHELD[visibility][confidence] : 0),
    })
  }

  /** The confidence that decisions with this one have proven to deserve in this repository, be it higher or lower. */
  measured(visibility: Visibility, claimed: Confidence): Confidence {
    const { decisions, right } = this.#countOf(visibility, claimed)
    const isProven = decisions >= LEAST_PROVEN && right >= PROMISED.high * decisions
    return claimed === 'medium' && isProven ? 'high' : this.lowered(visibility, claimed)
  }

  /** The highest confidence whose promise this one's decisions kept here; the given one while too few are known. */
  lowered(visibility: Visibility, claimed: Confidence): Confidence {
    const { decisions, upheld } = this.#countOf(visibility, claimed)
    if (decisions < LEAST_OUTCOMES) return claimed
    const kept = CONFIDENCES.slice(0, CONFIDENCES.indexOf(claimed) + 1)
    return kept.findLast(one => upheld >= PROMISED[one] * decisions) ?? 'low'
  }

  /** The confidences that are lowered, the highest first. */
  get lowerings(): Lowering[] {
    return (['high', 'medium'] as const).flatMap(from =>
      VISIBILITIES.flatMap(visibility => {
        const to = this.lowered(visibility, from)
        const { decisions, right } = this.#countOf(visibility, from)
        return to === from ? [] : [{ visibility, from, to, decisions, right }]
      }),
    )
  }

  #countOf(visibility: Visibility, confidence: Confidence) {
    return this.#counts.get(`${visibility} ${confidence}`) ?? { decisions: 0, right: 0, upheld: 0 }
  }
}
