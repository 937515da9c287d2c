import { FNV_BASIS, fnv } from '#kit/fnv.ts'

/** A power of two; of 2 ** 18 bits with 20,000 keys every fourteenth is set. */
const BITS = 2 ** 18

/** Remembers which texts it was given, as far as a bit for each hash does: what it does not know it was not given. */
export class Sketch {
  private readonly bits = new Int32Array(BITS / 32)

  add(text: string): void {
    const bit = hashOf(text) & (BITS - 1)
    this.bits[bit >>> 5] = (this.bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }

  mayHave(text: string): boolean {
    const bit = hashOf(text) & (BITS - 1)
    return ((this.bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0
  }
}

function hashOf(text: string): number {
  let hash = FNV_BASIS
  for (let at = 0; at < text.length; at++) hash = fnv(hash, text.charCodeAt(at))
  return hash ^ (hash >>> 15)
}
