import { hash } from 'node:crypto'
import type { Vocabulary } from './encoder.ts'
import { GROWN_HEADS, type Model, type Settings } from './model.ts'
import { LAYERS, type Network, type Weights } from './network.ts'
import { type Forest, noTrees } from './trees.ts'

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

interface Part {
  name: string
  type: Type
  length: number
  step: number
}

interface Header {
  settings: Settings
  hidden: number
  tokens: string
  numbers: readonly string[]
  parts: Part[]
}

/** The model as one file: its version, a line of JSON with words and settings, then the numbers. */
export function packModel({ vocabulary, network, forests, alike, settings }: Model): Buffer {
  const packed: [string, Numbers, number][] = [
    ...LAYERS.map(name => [name, ...stepped(network[name])] as [string, Numbers, number]),
    ['mean', vocabulary.mean, 1],
    ['deviation', vocabulary.deviation, 1],
    ...GROWN_HEADS.flatMap(head => partsOf(head, forests[head])),
    ...partsOf('alike', alike),
  ]
  const header: Header = {
    settings,
    hidden: network.hidden,
    tokens: vocabulary.tokens.join('\n'),
    numbers: vocabulary.numbers,
    parts: packed.map(([name, { length, BYTES_PER_ELEMENT }, step]) => ({
      name,
      type: typeOf(BYTES_PER_ELEMENT),
      length,
      step,
    })),
  }
  const content = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    ...packed.map(([, { buffer, byteOffset, byteLength }]) => Buffer.from(buffer, byteOffset, byteLength)),
  ])
  return Buffer.concat([Buffer.from(`${MARK}${hash('sha256', content).slice(0, VERSION_LENGTH)}\n`), content])
}

const partsOf = (owner: string, { feature, threshold, value }: Forest): [string, Numbers, number][] => [
  [`${owner}.feature`, feature, 1],
  [`${owner}.threshold`, threshold, 1],
  [`${owner}.value`, value, 1],
]

const typeOf = (bytes: number): Type => (bytes === 1 ? 'int8' : bytes === 2 ? 'int16' : 'float32')

function stepped({ values, step }: Weights): [Numbers, number] {
  if (values.length < SHORT) return [values, step]
  const largest = [...values].reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const height = largest / 127 || 1
  return [Int8Array.from(values, value => Math.round(value / height)), height * step]
}

/** Reads what `packModel` wrote; on machines that store the lowest byte first, which are all that Node runs on. */
export function unpackModel(file: Buffer): Model {
  versionIn(file.toString('latin1', 0, OPENING))
  const end = file.indexOf(10, OPENING)
  const header: Header = JSON.parse(file.toString('utf8', OPENING, end))
  const parts = new Map(readParts(header.parts, file.subarray(end + 1)))
  const part = (name: string): Weights & { values: Float32Array } => {
    const found = parts.get(name)
    if (!found) throw new Error(`The file of weights has no part "${name}".`)
    return found as Weights & { values: Float32Array }
  }
  const vocabulary: Vocabulary = {
    tokens: header.tokens.split('\n'),
    numbers: header.numbers,
    mean: part('mean').values,
    deviation: part('deviation').values,
  }
  const layers = Object.fromEntries(LAYERS.map(name => [name, part(name)])) as Omit<Network, 'hidden'>
  const forest = (owner: string): Forest => ({
    feature: (parts.get(`${owner}.feature`)?.values as Int16Array | undefined) ?? new Int16Array(0),
    threshold: part(`${owner}.threshold`).values,
    value: part(`${owner}.value`).values,
  })
  return {
    vocabulary,
    network: { hidden: header.hidden, ...layers },
    forests: { visible: forest('visible'), fix: forest('fix') },
    alike: parts.has('alike.value') ? forest('alike') : noTrees(),
    settings: header.settings,
  }
}

const ARRAYS = { int8: Int8Array, int16: Int16Array, float32: Float32Array }

function* readParts(
  parts: readonly Part[],
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
