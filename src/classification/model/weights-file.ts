import { hash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Thresholds } from '../score.ts'
import { type Calibration, type Model, TARGETS, type Target } from './model.ts'

/** The weights that come with the product. */
export const WEIGHTS_FILE = fileURLToPath(new URL('weights.bin', import.meta.url))

/** The file begins with this mark and the weights' version, so that the version is known without reading the rest. */
const MARK = 'tidings-weights '
const VERSION_LENGTH = 12
const HEAD_LENGTH = MARK.length + VERSION_LENGTH + 1

/** The line of JSON after the head; the arrays follow it, in the order of `lengths`. */
interface Header {
  numbers: readonly string[]
  facts: readonly string[]
  words: readonly string[]
  calibration: Record<Target, Calibration>
  thresholds: Thresholds
  lengths: number[]
}

/** The model as one file. All arrays are 32-bit floats, lowest byte first. */
export function packModel({ vocabulary, linear, trees, calibration, thresholds }: Model): Buffer {
  const { numbers, facts, words, mean, deviation } = vocabulary
  const arrays = [
    ...[mean, deviation, ...TARGETS.map(target => linear[target])],
    ...[Float32Array.from(trees.feature), trees.threshold, trees.value],
  ]
  const lengths = arrays.map(({ length }) => length)
  const header: Header = { numbers, facts, words, calibration, thresholds, lengths }
  const content = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    ...arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ])
  return Buffer.concat([Buffer.from(`${MARK}${hash('sha256', content).slice(0, VERSION_LENGTH)}\n`), content])
}

type Array32 = Float32Array<ArrayBuffer>
type Arrays = [Array32, Array32, Array32, Array32, Array32, Array32, Array32, Array32, Array32]

/** Reads what `packModel` wrote. */
export function unpackModel(file: Buffer): Model {
  versionIn(file.toString('latin1', 0, HEAD_LENGTH))
  const end = file.indexOf('\n', HEAD_LENGTH)
  const header: Header = JSON.parse(file.toString('utf8', HEAD_LENGTH, end))
  const { numbers, facts, words, calibration, thresholds } = header
  let at = end + 1
  const arrays = header.lengths.map(length => {
    // A copy, since the numbers must begin at a multiple of their size.
    const { buffer } = Uint8Array.from(file.subarray(at, at + 4 * length))
    at += 4 * length
    return new Float32Array(buffer)
  })
  const [mean, deviation, visible, fix, feature, notable, asked, threshold, value] = arrays as Arrays
  return {
    vocabulary: { numbers, facts, words, mean, deviation },
    linear: { visible, fix, feature, notable },
    trees: { feature: Int16Array.from(asked), threshold, value },
    calibration,
    thresholds,
  }
}

function versionIn(head: string): string {
  if (!head.startsWith(MARK)) throw new Error('This is no file of weights: `tidings train` makes one.')
  return head.slice(MARK.length, MARK.length + VERSION_LENGTH)
}

let loaded: Model | undefined

/** The model of the product, read when it is first asked for. */
export function theModel(): Model {
  loaded ??= unpackModel(readFileSync(WEIGHTS_FILE))
  return loaded
}

/** The version of the product's weights, from the first bytes of their file. */
export function weightsVersion(): string {
  const file = openSync(WEIGHTS_FILE, 'r')
  try {
    const head = Buffer.alloc(HEAD_LENGTH)
    readSync(file, head, 0, HEAD_LENGTH, 0)
    return versionIn(head.toString('latin1'))
  } finally {
    closeSync(file)
  }
}
