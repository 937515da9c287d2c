import { readFileSync } from 'node:fs'

/** Four numbers are added at a time: a vector's length in bytes is a multiple of theirs. */
const LANES = 16
const NUMBER = 4
const PAGE = 65_536
/** So many vectors are handed over at once. */
const BATCH = 128

type Instructions = Record<'add' | 'multiply', Instruction>
type Instruction = (sum: number, bytes: number, places: number, numbers: number, count: number) => void

/** The part of the engine's WebAssembly that is used here, of which Node's types say nothing. */
declare namespace WebAssembly {
  class Memory {
    constructor(pages: { initial: number; maximum: number })
    readonly buffer: ArrayBuffer
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: { js: { memory: Memory } })
    readonly exports: unknown
  }
}

let compiled: WebAssembly.Module | undefined

/** Read when it is first needed; `scripts/compile-vectors.ts` makes it from `vectors.wat`. */
function instructionsOn(memory: WebAssembly.Memory): Instructions {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('vectors.wasm', import.meta.url)))
  return new WebAssembly.Instance(compiled, { js: { memory } }).exports as Instructions
}

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
    const pages = Math.ceil((before + count * bytes) / PAGE)
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
    this.#bytes = bytes
    this.#instructions = instructionsOn(memory)
    this.#sums = new Float32Array(memory.buffer, 0, bytes / NUMBER)
    this.#places = new Int32Array(memory.buffer, bytes, BATCH)
    this.#numbers = new Float32Array(memory.buffer, bytes + NUMBER * BATCH, BATCH)
    this.#all = new Float32Array(memory.buffer, before, (count * bytes) / NUMBER)
  }

  /** The numbers of a vector, to be written or read. */
  at(vector: number): Float32Array {
    const length = this.#bytes / NUMBER
    return this.#all.subarray(vector * length, (vector + 1) * length)
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

  /** Writes the scalar products of the sum and the given vectors. */
  multiply(vectors: readonly number[], products: Float64Array): void {
    this.#addWaiting()
    for (let from = 0; from < vectors.length; from += BATCH) {
      const count = Math.min(BATCH, vectors.length - from)
      for (let at = 0; at < count; at++) this.#places[at] = this.#placeOf(vectors[from + at] as number)
      this.#call('multiply', count)
      for (let at = 0; at < count; at++) products[from + at] = this.#numbers[at] as number
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
