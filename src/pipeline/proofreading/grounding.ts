import {
  codeSpans,
  type Source,
  sourceOf,
  stemOf,
  withoutCode,
  wordsOf,
} from '#judgement/copy/checks/check.ts'
import { isSpelledAsName, names, numbers } from '#judgement/copy/checks/facts.ts'
import { differsInDenial, negation } from '#judgement/copy/checks/negation.ts'
import { notesOf } from '#judgement/copy/notes/notes.ts'
import { sentencesOf } from '#judgement/copy/text/sentences.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { plainWords } from './notes.ts'
import { tellingWords } from './words.ts'

/** What a commit changed, as text. */
export type DiffText = (commit: string) => Promise<string>

/** What a line says that its merges do not, in words that complete "the line …". */
export interface Unsupported {
  fault: string
  /** What the source says instead, nearest to the line. */
  said: string
}

/**
 * Which number, name or negation of a line none of its merges has, neither in what was written about them nor in what they changed; null
 * where all are there. `context` is what every line may speak of: the product, its versions, the headings.
 */
export async function unsupportedIn(
  line: string,
  pulls: readonly MergedPull[],
  context: string,
  diffOf: DiffText,
): Promise<Unsupported | null> {
  const statements = pulls.flatMap(statementsOf)
  const contrary = contraryIn(line, statements)
  if (contrary !== null) return { fault: 'say the contrary', said: contrary }
  const swapped = swappedName(line, statements, context)
  if (swapped !== null) return swapped
  const source = joined(pulls, context)
  if (faultOf(line, source) === null) return null
  const changed = await Promise.all(pulls.map(({ mergeCommit }) => diffOf(mergeCommit ?? '')))
  const fault = faultOf(line, joined(pulls, [context, ...changed].join('\n')))
  return fault === null ? null : { fault, said: nearest(line, statements) ?? statements[0] ?? '' }
}

/** The statement that a sentence of the line negates, or that negates it; null where they agree. */
function contraryIn(line: string, statements: readonly string[]): string | null {
  for (const sentence of sentencesOf(line)) {
    const said = nearest(sentence, statements)
    if (said === null) continue
    const isInverted =
      negation({ headline: sentence, body: '' }, { ...NO_SOURCE, lead: said.toLowerCase() }) !== null
    if (isInverted || differsInDenial(sentence, said)) return said
  }
  return null
}

/** From this share of common words on, two sentences differ in nothing but their names. */
const NEARLY_THE_SAME = 0.85
/** Shorter sentences are alike by chance. */
const FEWEST_WORDS = 4

/** The name that a sentence has where the statement that says the same has another one; null where there is none. */
function swappedName(line: string, statements: readonly string[], context: string): Unsupported | null {
  for (const sentence of sentencesOf(line)) {
    const own = namesOf(sentence)
    const alike = statements.filter(statement => isNearlySame(sentence, statement))
    const told = [...alike, context].join('\n').toLowerCase()
    const other = own.find(name => !told.includes(name.toLowerCase()))
    const said = alike.find(one => namesOf(one).some(name => timesOf(name, one) > timesOf(name, line)))
    if (other !== undefined && said !== undefined)
      return { fault: `name "${other}" where the merge names something else`, said }
  }
  return null
}

/** `shop.Cart`, `add_item` and `HTTPServer` are names without being in code, too. */
const isNameLike = (word: string): boolean =>
  isSpelledAsName(word) || /\p{L}[._]\p{L}|\p{Lu}{2}\p{Ll}/u.test(word)

const namesOf = (text: string): string[] => [
  ...codeSpans(text),
  ...wordsOf(withoutCode(text)).filter(isNameLike),
]

const timesOf = (name: string, text: string): number =>
  text.toLowerCase().split(name.toLowerCase()).length - 1

function isNearlySame(one: string, other: string): boolean {
  const [left, right] = [plainStems(one), plainStems(other)]
  const shared = left.intersection(right).size
  return shared >= FEWEST_WORDS && shared >= NEARLY_THE_SAME * left.union(right).size
}

/** The words that are no names. */
const plainStems = (text: string): Set<string> =>
  new Set(
    wordsOf(withoutCode(text))
      .filter(word => !isNameLike(word))
      .map(stemOf),
  )

const NO_SOURCE: Source = { text: '', lead: '', words: new Set(), numbers: new Set() }

/** "name "Redis", which the pull request does not" */
function faultOf(line: string, source: Source): string | null {
  const copy = { headline: factsOf(line), body: '' }
  return numbers(copy, source) ?? names(copy, { ...source, byPeople: true })
}

/** Identifiers that are given to a fault after it was mended, and sentences that thank people, rest on nothing in the merge. */
const GIVEN_LATER = /\b(?:CVE|GHSA)-[\w-]+/g
/** What a line refers to beside its merge is no number that it states. */
const REFERENCE = /(?<![\w/&])(?:#|!|GH-)\d{1,9}\b/g
const THANKS = /\b(?:sponsored|funded|thanks?|reported|contributed|suggested|credits?)\b/i
/** More words in code are an example or a message, which people shorten. */
const MOST_CODE_WORDS = 2

const factsOf = (line: string): string =>
  sentencesOf(line)
    .filter(sentence => !THANKS.test(sentence))
    .join(' ')
    .replace(GIVEN_LATER, '')
    .replace(REFERENCE, '')
    .replace(/`([^`]*)`/g, (span, code: string) =>
      code.trim().split(/\s+/).length > MOST_CODE_WORDS ? '' : span,
    )

const joined = (pulls: readonly MergedPull[], context: string): Source => {
  const [first, ...more] = pulls
  if (!first) return NO_SOURCE
  const all = <K extends 'labels' | 'files' | 'fragments' | 'commits'>(key: K) =>
    pulls.flatMap((pull): readonly unknown[] => pull[key]) as MergedPull[K]
  const others = more.map(({ title, body }) => `${title}\n${body}`).join('\n')
  const whole = {
    ...first,
    labels: all('labels'),
    files: all('files'),
    fragments: all('fragments'),
    commits: all('commits'),
  }
  return sourceOf(whole, others, context)
}

/** What is said about a merge in a sentence: its title, its commits and the sentences of its team's notes. */
function statementsOf(pull: MergedPull): string[] {
  const notes = notesOf(pull).flatMap(({ text }) => text.split(/\n\s*\n/).flatMap(unwrapped))
  return [pull.title, ...notes, ...pull.commits].map(plainWords)
}

/** A list has one item a line; a paragraph may be wrapped. */
const unwrapped = (paragraph: string): string[] => sentencesOf(paragraph.replace(/\s+/g, ' '))

/** The statement that shares most of its words with the line. */
function nearest(line: string, statements: readonly string[]): string | null {
  const own = tellingWords(line)
  let best: { statement: string; share: number } | null = null
  for (const statement of statements) {
    const words = tellingWords(statement)
    const shared = words.intersection(own).size
    const share = shared / Math.max(1, words.union(own).size)
    if (shared > 0 && share > (best?.share ?? 0)) best = { statement, share }
  }
  return best?.statement ?? null
}

/** The text of a diff: the paths and lines that it touches. */
export const diffText = (files: readonly { path: string; patch: string }[]): string =>
  files.map(({ path, patch }) => `${path}\n${patch}`).join('\n')
