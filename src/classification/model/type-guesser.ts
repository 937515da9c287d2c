import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Lexicon } from './lexicon.ts'
import { LAYERS, type Layers, type Network } from './network.ts'
import { layerPart, OPENING, pack, unpack, versionIn } from './packed.ts'
import { ReadyNetwork } from './ready-network.ts'
import type { Collected } from './token.ts'

/**
 * Guesses which type an author would have put in front of a title, judging by the words, facts and paths of changes whose
 * authors did. Learnt once from the histories of public repositories by `scripts/learn-type-guesser.ts`, and not from what teams announced.
 */
export interface TypeGuesser {
  version: string
  tokens: readonly string[]
  /** Its heads are `AUTHORS_TYPES`; it reads no numbers. */
  network: Network
}

/** The log-odds of each of `AUTHORS_TYPES`. */
export type Guess = (collected: Pick<Collected, 'ids' | 'values'>) => number[]

/** Guesses by what was read with the lexicon. Tokens that the guesser does not know are passed over. */
export function guessIn(lexicon: Lexicon, { tokens: names, network }: TypeGuesser): Guess {
  const rows = new Map(names.map((name, row) => [name, row]))
  const ready = new ReadyNetwork(network)
  const rowById: number[] = []
  const rowOf = (id: number): number => {
    for (let next = rowById.length; next <= id; next++)
      rowById.push(rows.get(lexicon.names[next] ?? '') ?? -1)
    return rowById[id] as number
  }
  return ({ ids, values }) => {
    ready.begin()
    for (let q = 0; q < ids.length; q++) {
      const known = rowOf(ids[q] as number)
      if (known >= 0) ready.add(known, values[q] as number)
    }
    return ready.answers()
  }
}

/** The guesser that comes with the product. */
export const TYPE_GUESSER = fileURLToPath(new URL('type-guesser.bin', import.meta.url))

let loaded: TypeGuesser | undefined

/** Read when it is first asked for. */
export function theTypeGuesser(): TypeGuesser {
  loaded ??= unpackTypeGuesser(readFileSync(TYPE_GUESSER))
  return loaded
}

export const packTypeGuesser = ({ tokens, network }: Omit<TypeGuesser, 'version'>): Buffer =>
  pack(
    { hidden: network.hidden, tokens: tokens.join('\n') },
    LAYERS.map(name => layerPart(name, network[name])),
  )

/** Reads what `packTypeGuesser` wrote. */
export function unpackTypeGuesser(file: Buffer): TypeGuesser {
  const { header, part } = unpack<{ hidden: number; tokens: string }>(file)
  const layers = Object.fromEntries(LAYERS.map(name => [name, part(name)])) as Layers
  return {
    version: versionIn(file.toString('latin1', 0, OPENING)),
    tokens: header.tokens.split('\n'),
    network: { hidden: header.hidden, ...layers },
  }
}
