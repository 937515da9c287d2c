/** So many merges, half of them noticed, are supposed to have come before the first. */
const SUPPOSED = 50
/** Later merges count somewhat more than they would in a mean: habits change. */
const AGEING = 0.7
/** Nobody is taken to announce everything, or nothing. */
const [LEAST, MOST] = [0.02, 0.98]
/** What is not known but guessed counts by so much: with more, repositories whose share is guessed wrong lose more than others win. */
const BELIEVED = 0.3

/**
 * How large a share of a repository's merges customers notice, guessed from what the model makes of them. The model scores each as if
 * either were as common. The share that makes such scores likeliest is brought closer with every merge: expectation maximisation, one
 * step at a time (Cappé and Moulines 2009).
 */
export class UsualShare {
  #share = 0.5
  #merges = 0

  add(score: number): void {
    const noticed = score * this.#share
    const found = noticed / (noticed + (1 - score) * (1 - this.#share))
    const step = (SUPPOSED + this.#merges++) ** -AGEING
    this.#share = Math.max(LEAST, Math.min(MOST, this.#share + step * (found - this.#share)))
  }

  /** As far as it is believed; 0 is even. */
  get logOdds(): number {
    return BELIEVED * Math.log(this.#share / (1 - this.#share))
  }
}
