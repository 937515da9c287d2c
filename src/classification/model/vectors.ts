import { instructions } from './instructions.ts'
import type { Weights } from './network.ts'

/** Four numbers are added at a time: a vector's length in bytes is a multiple of theirs. */
const LANES = 16
const NUMBER = 4
/** So many vectors are handed over at once. */
const BATCH = 128

type Instructions = Record<'add' | 'multiply', Instruction>
type Instruction = (sum: number, bytes: number, places: number, numbers: number, count: number) => void

/**
 * Vectors of 32-bit numbers in memory of their own, added up by instructions that JavaScript has no words for. Every decision spends much
 * of its time here, so vectors that are asked for are taken to be there.
 */
export class Vectors {
  readonly #bytes: number
  readonly #instructions: Instructions
  readonly #sums: Float32Array
  readonly #places: Int32Array
  /** What vectors are taken times, or their products. */
  readonly #numbers: Float32Array
  readonly #all: Float32Array
  #waiting = 0

  /** All zero. Of each vector there are a few numbers more than `length`, up to a multiple of four; they are added and multiplied too. */
  constructor(count: number, length: number) {
    const bytes = LANES * Math.ceil((NUMBER * length) / LANES)
    const before = bytes + 2 * NUMBER * BATCH
    const { memory, ...own } = instructions<Instructions>('vectors', before + count * bytes)
    this.#bytes = bytes
    this.#instructions = own
    this.#sums = new Float32Array(memory, 0, bytes / NUMBER)
    this.#places = new Int32Array(memory, bytes, BATCH)
    this.#numbers = new Float32Array(memory, bytes + NUMBER * BATCH, BATCH)
    this.#all = new Float32Array(memory, before, (count * bytes) / NUMBER)
  }

  /** The numbers of a vector, to be written or read. */
  at(vector: number): Float32Array {
    const length = this.#bytes / NUMBER
    return this.#all.subarray(vector * length, (vector + 1) * length)
  }

  /** Writes rows of `width` numbers, times `scale`, to as many vectors from `first` on, beginning at a place of each. */
  write({ values, step }: Weights, scale: number, width: number, first: number, place = 0): void {
    const length = this.#bytes / NUMBER
    for (let from = 0, to = first * length + place; from < values.length; from += width, to += length)
      for (let j = 0; j < width; j++) this.#all[to + j] = (values[from + j] as number) * step * scale
  }

  /** Begins another sum. */
  begin(): void {
    this.#waiting = 0
    this.#sums.fill(0)
  }

  add(vector: number, times: number): void {
    if (this.#waiting === BATCH) this.#addWaiting()
    this.#places[this.#waiting] = this.#placeOf(vector)
    this.#numbers[this.#waiting] = times
    this.#waiting++
  }

  /** The sum of what was added, which whoever multiplies by it may change first. The next sum is written over it. */
  sum(): Float32Array {
    this.#addWaiting()
    return this.#sums
  }

  /** Takes each number times the scalar product of the sum and the vector of its place. */
  multiply(vectors: readonly number[], numbers: number[]): void {
    this.#addWaiting()
    for (let from = 0; from < vectors.length; from += BATCH) {
      const count = Math.min(BATCH, vectors.length - from)
      for (let at = 0; at < count; at++) this.#places[at] = this.#placeOf(vectors[from + at] as number)
      this.#call('multiply', count)
      for (let at = 0; at < count; at++)
        numbers[from + at] = (numbers[from + at] as number) * (this.#numbers[at] as number)
    }
  }

  #addWaiting(): void {
    if (this.#waiting === 0) return
    this.#call('add', this.#waiting)
    this.#waiting = 0
  }

  /** What waits, or is to be multiplied, is a list of places and one of numbers. */
  #call(what: keyof Instructions, count: number): void {
    const { byteOffset } = this.#sums
    this.#instructions[what](
      byteOffset,
      this.#bytes,
      this.#places.byteOffset,
      this.#numbers.byteOffset,
      count,
    )
  }

  #placeOf(vector: number): number {
    return this.#all.byteOffset + vector * this.#bytes
  }
}
