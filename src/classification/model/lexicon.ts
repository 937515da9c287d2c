import { FAMILIES, type Family } from './token.ts'

/** Families whose keys are two words with a space between. */
export type PairFamily = 'pair' | 'body-pair'

/**
 * The names of tokens and their ids. Names are found by their parts, since to put hundreds of them together for every pull request,
 * most of them unknown, took longer than to judge it.
 */
export class Lexicon {
  /** By id. */
  readonly names: string[] = []
  private readonly grows: boolean
  private readonly keys = mapsBy(Object.keys(FAMILIES) as Family[], () => new Map<string, number>())
  private readonly pairs = mapsBy(['pair', 'body-pair'], () => new Map<string, Map<string, number>>())

  /** Of the given names, in their order, and no others; without any given, of whichever are asked for. */
  constructor(names?: readonly string[]) {
    this.grows = true
    for (const name of names ?? []) this.idNamed(name)
    this.grows = names === undefined
  }

  /** Undefined for a name that is not in it. */
  idOf(family: Family, key: string): number | undefined {
    const ids = this.keys[family]
    return ids.get(key) ?? (this.grows ? this.enter(ids, key, `${family}:${key}`) : undefined)
  }

  idOfPair(family: PairFamily, first: string, second: string): number | undefined {
    const ids = this.pairs[family].get(first) ?? (this.grows ? this.startPair(family, first) : undefined)
    const id = ids?.get(second)
    if (id !== undefined || !ids || !this.grows) return id
    return this.enter(ids, second, `${family}:${first} ${second}`)
  }

  idNamed(name: string): number | undefined {
    const [family, key] = partsAt(name, ':')
    return isPair(family) ? this.idOfPair(family, ...partsAt(key, ' ')) : this.idOf(family as Family, key)
  }

  private enter(ids: Map<string, number>, key: string, name: string): number {
    const id = this.names.push(name) - 1
    ids.set(key, id)
    return id
  }

  private startPair(family: PairFamily, first: string): Map<string, number> {
    const ids = new Map<string, number>()
    this.pairs[family].set(first, ids)
    return ids
  }
}

const mapsBy = <K extends Family, M>(families: readonly K[], map: () => M): Record<K, M> =>
  Object.fromEntries(families.map(family => [family, map()])) as Record<K, M>

const isPair = (family: string): family is PairFamily => family === 'pair' || family === 'body-pair'

function partsAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}
