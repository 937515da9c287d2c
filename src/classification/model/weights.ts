import type { Vocabulary } from './encoder.ts'
import { GROWN_HEADS, type Model, type Settings } from './model.ts'
import { LAYERS, type Layers } from './network.ts'
import { layerPart, type Part, pack, unpack } from './packed.ts'
import type { Forest } from './trees.ts'

interface Header {
  settings: Settings
  typeGuesser: string
  hidden: number
  tokens: string
  numbers: readonly string[]
}

/** The model as one file. */
export function packModel({ vocabulary, network, forests, alike, settings, typeGuesser }: Model): Buffer {
  const header: Header = {
    settings,
    typeGuesser,
    hidden: network.hidden,
    tokens: vocabulary.tokens.join('\n'),
    numbers: vocabulary.numbers,
  }
  return pack(header, [
    ...LAYERS.map(name => layerPart(name, network[name])),
    ['mean', vocabulary.mean, 1],
    ['deviation', vocabulary.deviation, 1],
    ...GROWN_HEADS.flatMap(head => forestParts(head, forests[head])),
    ...forestParts('alike', alike),
  ])
}

const forestParts = (owner: string, { feature, threshold, value }: Forest): Part[] => [
  [`${owner}.feature`, feature, 1],
  [`${owner}.threshold`, threshold, 1],
  [`${owner}.value`, value, 1],
]

/** Reads what `packModel` wrote. */
export function unpackModel(file: Buffer): Model {
  const { header, part, wholes } = unpack<Header>(file)
  const vocabulary: Vocabulary = {
    tokens: header.tokens.split('\n'),
    numbers: header.numbers,
    mean: part('mean').values,
    deviation: part('deviation').values,
  }
  const layers = Object.fromEntries(LAYERS.map(name => [name, part(name)])) as Layers
  const forest = (owner: string): Forest => ({
    feature: wholes(`${owner}.feature`),
    threshold: part(`${owner}.threshold`).values,
    value: part(`${owner}.value`).values,
  })
  return {
    vocabulary,
    network: { hidden: header.hidden, ...layers },
    forests: { visible: forest('visible'), fix: forest('fix') },
    alike: forest('alike'),
    settings: header.settings,
    typeGuesser: header.typeGuesser,
  }
}
