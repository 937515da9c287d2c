import { chunksOf } from '#platform/iterables.ts'
import { VALUES_PER_STATEMENT } from './database.ts'
import type { Tx } from './schema.ts'

/** Longer words are found by their first characters. */
const LONGEST_TERM = 64
/** PostgreSQL allows one mebibyte for the terms of a text. */
const MOST_TERMS = 20_000
/** Further words of a question are ignored. */
const MOST_ASKED = 32
/** Further parts of an identifier are found only with what is before them. */
const MOST_PARTS = 8

/** Runs of letters in scripts that are written without spaces, words in all others, and symbols such as emoji. */
const WORD =
  /[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]+|[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]+|\p{So}/gv
const HAS_SPACES =
  /^[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/v
/** Where a part of an identifier begins: `exportCsv`, `HTTPServer`, `iOS26`. */
const PART = /(?<=[\p{Ll}\p{M}\p{N}])\p{Lu}|(?<=\p{Lu})\p{Lu}(?=\p{Ll})|(?<=[\p{L}\p{M}])\p{N}/gu
/** Accents, the points of Hebrew, the vowel signs and the stretching of Arabic. */
const OPTIONAL_MARK = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g
const NOT_IN_TERM = /[^\p{L}\p{M}\p{N}\p{So}]/gu

/**
 * A normal form shared by spellings that readers take for the same. Reads a limited piece, because the time
 * for a run of marks is not linear.
 */
const folded = (piece: string): string =>
  piece
    .toLowerCase()
    .normalize('NFKD')
    .replace(OPTIONAL_MARK, '')
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replace(NOT_IN_TERM, '')

/**
 * The terms of a text, each once: its words, what follows in an identifier from each of its parts on, and for scripts without spaces
 * all pairs of neighbouring letters. A question is found in a text that has, for each term of the question, a term that begins with it.
 */
function termsOf(text: string, isQuestion: boolean): string[] {
  const terms = new Set<string>()
  for (const [word] of text.matchAll(WORD)) {
    if (terms.size >= MOST_TERMS) break
    if (HAS_SPACES.test(word)) for (const term of partsIn(word, isQuestion)) terms.add(term)
    else for (const pair of pairsIn(word, isQuestion)) terms.add(pair)
  }
  terms.delete('')
  return [...terms]
}

function partsIn(word: string, isQuestion: boolean): string[] {
  const read = word.slice(0, LONGEST_TERM)
  const parts = isQuestion ? [] : [...read.matchAll(PART)].slice(0, MOST_PARTS)
  return [0, ...parts.map(part => part.index)].map(at => folded(read.slice(at)).slice(0, LONGEST_TERM))
}

function pairsIn(run: string, isQuestion: boolean): string[] {
  const letters: string[] = []
  for (let at = 0; at < run.length; at += LONGEST_TERM)
    letters.push(...folded(run.slice(at, at + LONGEST_TERM)))
  // The last letter stands alone in a text, so that a question of one letter finds it.
  const count = isQuestion ? Math.max(1, letters.length - 1) : letters.length
  return letters.slice(0, count).map((letter, at) => letter + (letters[at + 1] ?? ''))
}

/** Prefixes terms with the account, so that a search reads no terms of other accounts. */
const ownTerms = (accountId: string, terms: readonly string[]): string[] => {
  const prefix = accountId
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(-5)
  return terms.map(term => prefix + term)
}

/** The terms by which a text of an account is found, with spaces between them. */
const indexedTerms = (accountId: string, text: string): string =>
  ownTerms(accountId, termsOf(text, false)).join(' ')

/** The prefixes of terms that a text of the account must contain to be found; empty if the question has no letter, digit or symbol. */
export const askedTerms = (accountId: string, question: string): string[] =>
  ownTerms(accountId, termsOf(question, true).slice(0, MOST_ASKED))

/** A searchable text: an entry in its own words or in another language, or a pull request. */
export type SearchText = { accountId: string; text: string } & (
  | { entryId: string; language?: string }
  | { pullRequestId: string }
)

const COLUMNS = 6

/** Makes texts searchable, replacing what was stored for them before. The objects that they belong to must be stored already. */
export async function indexTexts(tx: Pick<Tx, 'insertInto'>, texts: readonly SearchText[]): Promise<void> {
  const rows = texts.map(text => ({
    id: idOf(text),
    account_id: text.accountId,
    entry_id: 'entryId' in text ? text.entryId : null,
    language: 'entryId' in text ? (text.language ?? null) : null,
    pull_request_id: 'entryId' in text ? null : text.pullRequestId,
    terms: indexedTerms(text.accountId, text.text),
  }))
  for (const some of chunksOf(rows, Math.floor(VALUES_PER_STATEMENT / COLUMNS)))
    await tx
      .insertInto('search_text')
      .values(some)
      .onConflict(conflict =>
        conflict.column('id').doUpdateSet(build => ({ terms: build.ref('excluded.terms') })),
      )
      .execute()
}

const idOf = (text: SearchText): string => {
  if (!('entryId' in text)) return text.pullRequestId
  return text.language === undefined ? text.entryId : `${text.entryId} ${text.language}`
}
