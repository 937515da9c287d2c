import { PairTable } from './pair-table.ts'
import { Sketch } from './sketch.ts'
import { FAMILIES, type Family, type Token, tokenOf } from './token.ts'

/** Families whose keys are two words with a space between. */
export type PairFamily = 'pair' | 'body-pair'

/** What a lexicon has under one key. */
export interface Entry {
  readonly key: string
  /** Among the entries; below zero for what is not in the lexicon. */
  readonly place: number
}

/**
 * The names of tokens and their ids. Names are found by their parts, since to put hundreds of them together for every pull request,
 * most of them unknown, took longer than to judge it; and whoever keeps a word's entry need not look the word up again.
 */
export class Lexicon {
  /** By id. */
  readonly names: string[] = []
  /** Whether names that are not in it are entered when they are asked for. */
  readonly grows: boolean
  private readonly entries = new Map<string, Entry>()
  private readonly sketch = new Sketch()
  /** Of each entry one for each family. */
  private ids = new Int32Array(0)
  readonly pairs: Readonly<Record<PairFamily, Pairs>> = {
    pair: new Pairs(this, 'pair'),
    'body-pair': new Pairs(this, 'body-pair'),
  }

  /** Of the given names, in their order, and no others; without any given, of whichever are asked for. */
  constructor(names?: readonly string[]) {
    this.grows = true
    for (const name of names ?? []) this.idNamed(name)
    this.grows = names === undefined
  }

  /** An empty one for a key that is not in it and not to be entered. */
  entryOf(key: string): Entry {
    // Most words that are looked up once it is whole are in no lexicon, and a Map takes its time to say so.
    const known = this.sketch.mayHave(key) ? this.entries.get(key) : undefined
    if (known) return known
    if (!this.grows) return NO_ENTRY
    const fresh = { key, place: this.entries.size }
    this.entries.set(key, fresh)
    this.sketch.add(key)
    if (this.entries.size * FAMILY_COUNT > this.ids.length) this.makeRoom()
    return fresh
  }

  private makeRoom(): void {
    const wider = new Int32Array(Math.max(FEWEST_IDS, 2 * this.ids.length)).fill(UNKNOWN)
    wider.set(this.ids)
    this.ids = wider
  }

  /** What says the key in the family, as its author wrote it. */
  tokenOf(family: Family, entry: Entry, said: string): Token {
    return tokenOf(this.idOf(family, entry), family, said)
  }

  /** Below zero for what is not in it. Whoever has the whole name at hand gives it. */
  private idOf(family: Family, { key, place }: Entry, name?: string): number {
    if (place < 0) return UNKNOWN
    const at = place * FAMILY_COUNT + PLACES[family]
    const id = this.ids[at] as number
    if (id >= 0 || !this.grows) return id
    const fresh = this.enter(name ?? `${family}:${key}`)
    this.ids[at] = fresh
    return fresh
  }

  /** Below zero for a name that is not in it. */
  idNamed(name: string): number {
    const [family, key] = partsAt(name, ':')
    if (!isPair(family)) return this.idOf(family as Family, this.entryOf(key), name)
    const [first, second] = partsAt(key, ' ')
    return this.pairs[family].idOf(this.entryOf(first), this.entryOf(second), name)
  }

  /** A name that is not in it yet. */
  enter(name: string): number {
    return this.names.push(name) - 1
  }
}

/** The ids of one family's pairs. */
class Pairs {
  private readonly lexicon: Lexicon
  private readonly family: PairFamily
  /** By the places of their words. */
  private readonly ids = new PairTable()

  constructor(lexicon: Lexicon, family: PairFamily) {
    this.lexicon = lexicon
    this.family = family
  }

  /** Below zero for a pair that the lexicon does not know. */
  idOf(first: Entry, second: Entry, name?: string): number {
    if (first.place < 0 || second.place < 0) return UNKNOWN
    const id = this.ids.get(first.place, second.place)
    if (id !== undefined || !this.lexicon.grows) return id ?? UNKNOWN
    const fresh = this.lexicon.enter(name ?? `${this.family}:${first.key} ${second.key}`)
    this.ids.set(first.place, second.place, fresh)
    return fresh
  }
}

/** The id of what is not in it. */
const UNKNOWN = -1
const NO_ENTRY: Entry = { key: '', place: UNKNOWN }

const PLACES = Object.fromEntries(Object.keys(FAMILIES).map((family, place) => [family, place])) as Record<
  Family,
  number
>
const FAMILY_COUNT = Object.keys(FAMILIES).length
const FEWEST_IDS = 4_096

const isPair = (family: string): family is PairFamily => family === 'pair' || family === 'body-pair'

function partsAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}
