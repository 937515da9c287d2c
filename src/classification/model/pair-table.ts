const SMALLEST = 1_024

/** A number for each pair of places, in arrays side by side: it is asked for every two neighbouring words, most of them no pair. */
export class PairTable {
  private firsts = new Int32Array(SMALLEST).fill(NONE)
  private seconds = new Int32Array(SMALLEST)
  private values = new Int32Array(SMALLEST)
  private size = 0

  /** Undefined for what was not set; places are zero or above. */
  get(first: number, second: number): number | undefined {
    const at = this.find(first, second)
    return this.firsts[at] === NONE ? undefined : this.values[at]
  }

  set(first: number, second: number, value: number): void {
    if (2 * this.size >= this.firsts.length) this.grow()
    const at = this.find(first, second)
    if (this.firsts[at] === NONE) this.size++
    this.firsts[at] = first
    this.seconds[at] = second
    this.values[at] = value
  }

  /** Where it stands, or could. */
  private find(first: number, second: number): number {
    const { firsts, seconds } = this
    const mask = firsts.length - 1
    let at = hashOf(first, second) & mask
    while (firsts[at] !== NONE && !(firsts[at] === first && seconds[at] === second)) at = (at + 1) & mask
    return at
  }

  private grow(): void {
    const { firsts, seconds, values } = this
    this.firsts = new Int32Array(2 * firsts.length).fill(NONE)
    this.seconds = new Int32Array(2 * firsts.length)
    this.values = new Int32Array(2 * firsts.length)
    this.size = 0
    for (let at = 0; at < firsts.length; at++) {
      const first = firsts[at] as number
      if (first !== NONE) this.set(first, seconds[at] as number, values[at] as number)
    }
  }
}

const NONE = -1

function hashOf(first: number, second: number): number {
  const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}
