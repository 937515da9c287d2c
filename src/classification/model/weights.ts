import type { Vocabulary } from './encoder.ts'
import { GROWN_HEADS, type GrownHead, type Model, type Settings } from './model.ts'
import { LAYERS, type Network } from './network.ts'
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
export function packModel({ vocabulary, network, forests, settings, typeGuesser }: Model): Buffer {
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
    ...GROWN_HEADS.flatMap(head =>
      Object.entries(forests[head]).map(([name, values]): Part => [`${head}.${name}`, values, 1]),
    ),
  ])
}

/** Reads what `packModel` wrote. */
export function unpackModel(file: Buffer): Model {
  const { header, part, wholes } = unpack<Header>(file)
  const vocabulary: Vocabulary = {
    tokens: header.tokens.split('\n'),
    numbers: header.numbers,
    mean: part('mean').values,
    deviation: part('deviation').values,
  }
  const layers = Object.fromEntries(LAYERS.map(name => [name, part(name)])) as Omit<Network, 'hidden'>
  const forest = (head: GrownHead): Forest => ({
    feature: wholes(`${head}.feature`),
    threshold: part(`${head}.threshold`).values,
    value: part(`${head}.value`).values,
  })
  return {
    vocabulary,
    network: { hidden: header.hidden, ...layers },
    forests: { visible: forest('visible'), fix: forest('fix') },
    settings: header.settings,
    typeGuesser: header.typeGuesser,
  }
}
