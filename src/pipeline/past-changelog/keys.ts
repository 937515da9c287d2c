import { createHash } from 'node:crypto'
import { type ImportedEntry, ITEM_SEPARATOR } from '#changelog/entries/import-entry.ts'
import { HOUR_MS, type Instant, isoOrNull } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import type { PastText } from './releases.ts'

/** A text with the keys that it may have been imported under, without their numbers. */
export type NamedText = PastText & { names: Names }

/** `own`: under its repository, the first of which is for a new text. `other`: without its repository, or under one that is not named now. */
interface Names {
  own: string[]
  other: string[]
}

/** A text with a known date, and its entries, whose keys are without the part that identifies the text. */
export interface ReadText {
  text: NamedText & { at: Instant }
  entries: ImportedEntry[]
}

/** What is compared of a text, and of one that was imported before. */
interface Compared {
  words: Set<string>
  at: Instant
}

/** A text that was imported before, whole or item by item. */
type Imported = Compared & { key: string; name: string }

/** A text to import; its key is null until it is known. */
type Incoming = Compared & { entries: ImportedEntry[]; names: Names; key: string | null }

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * The entries of the texts with their keys. A text that was imported before keeps its key, whatever was added, removed, dated or edited
 * around it since, and whether its repository was known then. Further texts with the same version or name are numbered.
 */
export async function keyed(
  db: Reader,
  accountId: string,
  read: readonly ReadText[],
): Promise<ImportedEntry[]> {
  const imported = Map.groupBy(await importedTexts(db, accountId), ({ name }) => name)
  const texts = read.map(({ text: { names, at }, entries }): Incoming => {
    return { names, at, entries, words: new Set(entries.map(wordsOf)), key: null }
  })
  for (const all of Map.groupBy(texts, ({ names }) => names.own[0]).values()) {
    // The same text twice is one.
    const distinct = [...Map.groupBy(all, ({ words }) => [...words].join()).values()]
    assignKeys(
      distinct.flatMap(([first]) => first ?? []),
      imported,
    )
    for (const [first, ...same] of distinct) for (const text of same) text.key = first?.key ?? null
  }
  return texts.flatMap(({ key, entries }) => entries.map(entry => ({ ...entry, key: `${key}${entry.key}` })))
}

/** Gives the texts with one name their keys: those that they were imported under, and new ones to the rest, the oldest first. */
function assignKeys(texts: readonly Incoming[], imported: Map<string, Imported[]>): void {
  const [{ names } = { names: { own: [], other: [] } }] = texts
  const own = new Set(names.own.flatMap(name => imported.get(name) ?? []))
  const candidates = [...own, ...names.other.flatMap(name => imported.get(name) ?? [])]
  const isOnly = texts.length === 1 && own.size === 1
  const free = new Set(candidates)
  // An edited text is the one of its time, or the only one of its name. Newer ones are further texts.
  const isEdited = (text: Incoming, known: Imported) =>
    own.has(known) && (isOnly || text.at - known.at < HOUR_MS)
  const byWords = Map.groupBy(
    candidates.flatMap(known => [...known.words].map(words => ({ words, known }))),
    ({ words }) => words,
  )
  const sameWords = ({ words }: Incoming) =>
    new Set([...words].flatMap(one => byWords.get(one) ?? []).map(({ known }) => known))
  const edited = (text: Incoming) => [...free].filter(known => isEdited(text, known))
  for (const matches of [sameWords, edited]) {
    const open = texts.filter(({ key }) => key === null)
    const pairs = open.flatMap(text => [...matches(text)].map(known => ({ text, known })))
    for (const { text, known } of pairs.toSorted(byLikeness)) {
      if (text.key === null && free.delete(known)) text.key = known.key
    }
  }
  const taken = new Set(candidates.map(({ key }) => key))
  const [name = ''] = names.own
  let nth = 0
  for (const text of texts
    .filter(({ key }) => key === null)
    .toReversed()
    .toSorted(byTime)) {
    do nth++
    while (taken.has(numbered(name, nth)))
    text.key = numbered(name, nth)
  }
}

const numbered = (name: string, nth: number): string => (nth === 1 ? name : `${name} ${nth}`)

const byTime = (one: Compared, other: Compared): number => one.at - other.at

type Pair = { text: Compared; known: Compared }

const byLikeness = (one: Pair, other: Pair): number =>
  likeness(other.text, other.known) - likeness(one.text, one.known) || apart(one) - apart(other)

const apart = ({ text, known }: Pair): number => Math.abs(text.at - known.at)

/** How much of two texts is in both, from 0 to 1. */
const likeness = (one: Compared, other: Compared): number =>
  one.words.intersection(other.words).size / one.words.union(other.words).size

/** An entry's words in short. Items have them in their keys. */
const wordsOf = ({ key, title, body }: Pick<ImportedEntry, 'key' | 'title' | 'body'>): string =>
  key.split(ITEM_SEPARATOR)[1] ?? hashOf(JSON.stringify([title, body]))

/** Rows per query. */
const PAGE_SIZE = 500

async function importedTexts(db: Reader, accountId: string): Promise<Imported[]> {
  const texts = new Map<string, Imported>()
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('entry')
      .select(['import_key as key', 'machine_title as title', 'machine_body as body', 'published_at as at'])
      .where('account_id', '=', accountId)
      .where('import_key', '>', after)
      .orderBy('import_key')
      .limit(PAGE_SIZE)
      .execute()
    for (const { title, body, at, ...row } of rows) {
      after = row.key ?? ''
      const [key = after] = after.split(ITEM_SEPARATOR)
      const text = texts.get(key) ?? { key, name: key.split(' ', 2).join(' '), words: new Set(), at: at ?? 0 }
      texts.set(key, { ...text, words: text.words.add(wordsOf({ key: after, title, body })) })
    }
    if (rows.length < PAGE_SIZE) return [...texts.values()]
  }
}

/** The names of a text. A release has the same ones whether it comes from a changelog or from a release page. */
export function namesOf(text: PastText, repository: Repository | null, all: readonly Repository[]): Names {
  if (text.id !== null) return { own: [`item ${hashOf(text.id)}`], other: [] }
  const without = nameOf(text, null, '')
  // Earlier imports have the repository's name in place of its id.
  const under = (repo: Repository) => [
    nameOf(text, repo, repo.id),
    nameOf(text, repo, repo.name.toLowerCase()),
  ]
  return repository
    ? { own: under(repository), other: [without] }
    : { own: [without], other: all.flatMap(under) }
}

function nameOf({ product, name, version, at }: PastText, repo: Repository | null, scope: string): string {
  const own = repo?.name.split('/').at(-1)?.toLowerCase()
  const whole = product?.toLowerCase() ?? ''
  const part = whole === own || whole.split('/').at(-1) === own ? '' : whole
  // A heading may only be a date.
  const named = version ?? (name || (isoOrNull(at) ?? ''))
  return `release ${hashOf(JSON.stringify([scope, part, named.toLowerCase()]))}`
}
