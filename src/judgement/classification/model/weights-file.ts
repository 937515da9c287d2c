import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Model, TARGETS, TREE_TARGETS, type Vocabulary } from './model.ts'

export const WEIGHTS_FILE = fileURLToPath(new URL('weights.bin', import.meta.url))

/** The file begins with this mark and the weights' version. */
const MARK = 'tidings-weights '
const VERSION_LENGTH = 12
const HEAD_LENGTH = MARK.length + VERSION_LENGTH + 1

/** The line of JSON after the head; the arrays follow it. */
interface Header
  extends Pick<Model, 'calibration' | 'thresholds'>,
    Pick<Vocabulary, 'numbers' | 'facts' | 'words'> {
  /** How many nodes the trees of each target have. */
  nodes: number[]
}

/** The model as one file. All arrays are 32-bit floats, lowest byte first. */
export function packModel({ vocabulary, linear, trees, calibration, thresholds }: Model): Buffer {
  const { mean, deviation, ...names } = vocabulary
  const ofTrees = TREE_TARGETS.map(target => trees[target])
  const header: Header = {
    ...names,
    calibration,
    thresholds,
    nodes: ofTrees.map(({ value }) => value.length),
  }
  const arrays = [
    ...[mean, deviation, ...TARGETS.map(target => linear[target])],
    ...ofTrees.flatMap(({ feature, threshold, value }) => [Float32Array.from(feature), threshold, value]),
  ]
  const content = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    ...arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ])
  return Buffer.concat([Buffer.from(`${MARK}${hash('sha256', content).slice(0, VERSION_LENGTH)}\n`), content])
}

export function unpackModel(file: Buffer): Model {
  versionOf(file)
  const end = file.indexOf('\n', HEAD_LENGTH)
  const { calibration, thresholds, nodes, ...names }: Header = JSON.parse(
    file.toString('utf8', HEAD_LENGTH, end),
  )
  let at = end + 1
  const next = (length: number) => {
    // A copy, since the numbers must begin at a multiple of their size.
    const { buffer } = Uint8Array.from(file.subarray(at, at + 4 * length))
    at += 4 * length
    return new Float32Array(buffer)
  }
  const { numbers, facts, words } = names
  const vocabulary = { ...names, mean: next(numbers.length), deviation: next(numbers.length) }
  const linear = TARGETS.map(target => [target, next(numbers.length + facts.length + words.length + 1)])
  const trees = TREE_TARGETS.map((target, at) => {
    const [feature, threshold, value] = [next(nodes[at] ?? 0), next(nodes[at] ?? 0), next(nodes[at] ?? 0)]
    return [target, { feature: Int16Array.from(feature as Float32Array), threshold, value }]
  })
  return {
    vocabulary,
    calibration,
    thresholds,
    linear: Object.fromEntries(linear),
    trees: Object.fromEntries(trees),
  }
}

function versionOf(file: Buffer): string {
  const head = file.toString('latin1', 0, HEAD_LENGTH)
  if (!head.startsWith(MARK)) throw new Error('This is no file of weights: `node tools/train.ts` makes one.')
  return head.slice(MARK.length, MARK.length + VERSION_LENGTH)
}

let loaded: Model | undefined

/** The model of the product, read when it is first asked for. */
export function theModel(): Model {
  loaded ??= unpackModel(readFileSync(WEIGHTS_FILE))
  return loaded
}

export const weightsVersion = (): string => versionOf(readFileSync(WEIGHTS_FILE))
