import { hash } from 'node:crypto'
import type { Weights } from './network.ts'

/** Layers longer than this are kept in 8-bit steps; in the others an error would touch every decision, and they cost nothing. */
const SHORT = 8_192

/** A file of weights begins with this and the weights' version, so that the version is known without reading the rest. */
const MARK = 'tidings-weights '
const VERSION_LENGTH = 12
export const OPENING = MARK.length + VERSION_LENGTH + 1

/** The version at the beginning of a file of weights. */
export function versionIn(opening: string): string {
  if (!opening.startsWith(MARK)) throw new Error('This is no file of weights: `tidings train` makes one.')
  return opening.slice(MARK.length, MARK.length + VERSION_LENGTH)
}

type Type = 'int8' | 'int16' | 'float32'
type Numbers = Int8Array | Int16Array | Float32Array

/** Numbers under their name, and what each of them is to be multiplied by. */
export type Part = readonly [name: string, values: Numbers, step: number]

interface Place {
  name: string
  type: Type
  length: number
  step: number
}

/** A layer in as few bytes as it may be kept in. */
export function layerPart(name: string, { values, step }: Weights): Part {
  if (values.length < SHORT) return [name, values, step]
  const largest = [...values].reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const height = largest / 127 || 1
  return [name, Int8Array.from(values, value => Math.round(value / height)), height * step]
}

/** One file: its version, a line of JSON, then the numbers. */
export function pack(header: object, packed: readonly Part[]): Buffer {
  const parts = packed.map(
    ([name, { length, BYTES_PER_ELEMENT }, step]): Place => ({
      name,
      type: typeOf(BYTES_PER_ELEMENT),
      length,
      step,
    }),
  )
  const content = Buffer.concat([
    Buffer.from(`${JSON.stringify({ ...header, parts })}\n`),
    ...packed.map(([, { buffer, byteOffset, byteLength }]) => Buffer.from(buffer, byteOffset, byteLength)),
  ])
  return Buffer.concat([Buffer.from(`${MARK}${hash('sha256', content).slice(0, VERSION_LENGTH)}\n`), content])
}

const typeOf = (bytes: number): Type => (bytes === 1 ? 'int8' : bytes === 2 ? 'int16' : 'float32')

export interface Unpacked<Header> {
  header: Header
  /** Throws where there is none of that name. */
  part(name: string): Weights & { values: Float32Array }
  /** Numbers that are whole. */
  wholes(name: string): Int16Array
}

/** Reads what `pack` wrote; on machines that store the lowest byte first, which are all that Node runs on. */
export function unpack<Header>(file: Buffer): Unpacked<Header> {
  versionIn(file.toString('latin1', 0, OPENING))
  const end = file.indexOf(10, OPENING)
  const header: Header & { parts: Place[] } = JSON.parse(file.toString('utf8', OPENING, end))
  const parts = new Map(readParts(header.parts, file.subarray(end + 1)))
  const found = (name: string) => {
    const part = parts.get(name)
    if (!part) throw new Error(`The file of weights has no part "${name}".`)
    return part
  }
  return {
    header,
    part: name => found(name) as Weights & { values: Float32Array },
    wholes: name => found(name).values as Int16Array,
  }
}

const ARRAYS = { int8: Int8Array, int16: Int16Array, float32: Float32Array }

function* readParts(
  parts: readonly Place[],
  bytes: Buffer,
): Generator<[string, { values: Numbers; step: number }]> {
  let at = 0
  for (const { name, type, length, step } of parts) {
    const size = length * ARRAYS[type].BYTES_PER_ELEMENT
    // A copy of its own, since numbers of several bytes must begin at a multiple of their size.
    const { buffer } = Uint8Array.from(bytes.subarray(at, at + size))
    yield [name, { values: new ARRAYS[type](buffer), step }]
    at += size
  }
}
