import { withoutListMark } from '#judgement/text/markup.ts'
import { echoes } from '#judgement/text/sentences.ts'
import { safeLine } from '#platform/text.ts'
import { tellsFix } from '#writing/headline.ts'
import { isHarmless } from '#writing/models/prompt-injection.ts'
import { tellsOnlyFault } from '#writing/needs-words.ts'
import type { Copy, Passage } from '../pitch.ts'
import { unknownAmount } from './amounts.ts'
import { formFault, sizeFault, type WordsFault } from './form.ts'
import { unknownName } from './names.ts'
import { contentOf, formsOf, plainWordsOf, spaced } from './words.ts'

/** A sentence, and the passage of the source that it is based on, word for word. */
export interface Statement {
  text: string
  from: string
}

/** The texts that a language model's words are checked against. */
interface Grounds {
  title: string
  /** The team's own note. A link in the words must occur in it or in the title. */
  note: string
  /** Everything that the model was shown of the pull request itself. */
  excerpt: string
  /** Everything else that the model was shown, each with its name for people. */
  surroundings: readonly (readonly [place: string, text: string])[]
  /** The whole pull request, and what the account says about itself. Names in these may be used in the words. */
  known: string
  /** What the account says about itself. */
  voice: string
  wordsToAvoid: readonly string[]
  /** Whether the words are in a language whose grammar is not known here. */
  isForeign: boolean
}

/** All faults, in words that complete "its words …". */
export const faultsText = (faults: readonly WordsFault[]): string =>
  faults.map(one => one.fault).join(', and ')

export type Checked = { copy: Copy; passages: Passage[] } | { faults: [WordsFault, ...WordsFault[]] }

const MOST_STEPS = 6
/** The share of a headline's words that the source must contain, in any form. */
const KNOWN = 1 / 3

/** A language model's words as copy, with the passage that each sentence is based on; or everything that is wrong with them. */
export function checkWords(
  { headline, sentences, steps }: { headline: Statement; sentences: Statement[]; steps: Statement[] },
  grounds: Grounds,
): Checked {
  const lead = cleanHeadline(headline.text)
  const told = sentences.map(({ text }) => safeLine(text)).join(' ')
  const body = echoes(told, lead) ? '' : told
  const list = steps.slice(0, MOST_STEPS).map(({ text }) => safeLine(text))
  const statements = [{ ...headline, text: lead }, ...(body === '' ? [] : sentences), ...steps]
  const all = [lead, body, ...list].join('\n')
  const known = new Set(plainWordsOf(grounds.known).flatMap(formsOf))
  const faults = [
    sizeFault({ headline: lead, body }),
    ...[lead, body, list.join(' ')].map(text => formFault(text, grounds)),
    isHarmless(all) ? null : fault('speak to a language model', 'Form'),
    avoided(all, grounds.wordsToAvoid),
    ...statements.map((one, at) => {
      const found = statementFault(one, at === 0, grounds, known)
      return found && { ...found, sentence: one.text.trim() }
    }),
  ].filter(one => one !== null)
  const [first, ...others] = faults
  if (first !== undefined) return { faults: [first, ...others] }
  return {
    copy: {
      headline: lead,
      body: [body, list.map(step => `- ${step}`).join('\n')].filter(Boolean).join('\n\n'),
    },
    passages: statements.map(({ text, from }) => {
      const place = placeOf(from, grounds)
      return { sentence: text.trim(), from: from.trim(), ...(place && { place }) }
    }),
  }
}

/** Matches a sentence that leans on the one before it. */
const LEANING = /^(?:It|Its|They|Their|This|That|These|Those|There|Then|So|Both|Otherwise|Instead|Also)\b/

/** The words without the sentences that have a fault; null where something else has one, or a sentence would lose what it leans on. */
export function withoutFaulty<T extends { sentences: Statement[] }>(
  words: T,
  faults: readonly WordsFault[],
): T | null {
  const faulty = new Set(faults.map(({ sentence }) => sentence))
  const isFaulty = (one: Statement | undefined) => one !== undefined && faulty.has(one.text.trim())
  const { sentences } = words
  if (new Set(sentences.filter(isFaulty).map(({ text }) => text.trim())).size < faulty.size) return null
  const left = sentences.filter(one => !isFaulty(one))
  const isTorn = sentences.some(
    (one, at) => !isFaulty(one) && isFaulty(sentences[at - 1]) && LEANING.test(one.text.trim()),
  )
  return isTorn ? null : { ...words, sentences: left }
}

const fault = (what: string, rule: string): WordsFault => ({ fault: what, rule })

/** Corrects what a model may get wrong without harm: stray white space, a full stop after the headline, a list mark. */
const cleanHeadline = (text: string): string => withoutListMark(safeLine(text).replace(/(?<!\.)\.$/, ''))

function avoided(text: string, words: readonly string[]): WordsFault | null {
  const said = ` ${plainWordsOf(text).join(' ').toLowerCase()} `
  const found = words.find(word => said.includes(` ${plainWordsOf(word).join(' ').toLowerCase()} `))
  return found === undefined
    ? null
    : fault(`use "${found}", which the account does not want`, 'words never to use')
}

/** Checks a sentence against its own passage, and its names against everything that is known. */
function statementFault(
  { text, from }: Statement,
  isHeadline: boolean,
  grounds: Grounds,
  known: ReadonlySet<string>,
): WordsFault | null {
  const shown = spaced([grounds.excerpt, ...grounds.surroundings.map(([, said]) => said)].join('\n'))
  const parts = partsOfPassage(from)
  if (parts.length === 0 || !parts.every(part => shown.includes(part)))
    return fault(`rest on a passage that is not in the pull request ("${clipped(from)}")`, 'Form, from')
  const name = unknownName(text, { text: grounds.known.toLowerCase(), known, isForeign: grounds.isForeign })
  if (name !== null) return fault(`name "${name}", which the pull request does not`, '7')
  const amount = unknownAmount(text, [from, grounds.title, grounds.voice].join('\n'))
  if (amount !== null) return fault(`say "${amount}", which its passage does not`, '4')
  // Other sentences say what was so before in words that are often the contrary of their passage's. The proofreader judges them.
  if (grounds.isForeign || !isHeadline) return null
  const content = contentOf(text)
  const own = new Set(contentOf(from).map(rootOf))
  if (
    content.filter(word => known.has(word)).length < content.length * KNOWN ||
    !content.some(word => own.has(rootOf(word)))
  )
    return fault(`say "${clipped(text)}", which the passage does not`, '7')
  return tellsOnlyFault(text, tellsFix(grounds.title))
    ? fault('tell the trouble as if it were news', '1')
    : null
}

/** The parts of a passage, which may be quoted with gaps. */
const partsOfPassage = (from: string): string[] =>
  from
    .split(/…|\.\.\.|\n/)
    .map(spaced)
    .filter(part => part !== '')

/** The name of the place that a passage is from; undefined for a passage of the pull request itself. */
function placeOf(from: string, { excerpt, surroundings }: Grounds): string | undefined {
  const [start = ''] = partsOfPassage(from)
  if (spaced(excerpt).includes(start)) return undefined
  return surroundings.find(([, text]) => spaced(text).includes(start))?.[0]
}

const clipped = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** The part that "resolve", "resolving" and "resolution" have in common. */
const rootOf = (word: string): string => word.slice(0, 5)
