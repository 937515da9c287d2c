import { withoutListMark } from '#judgement/text/markup.ts'
import { echoes } from '#judgement/text/sentences.ts'
import { partsOf, type Source, stemOf, wordsOf } from '#writing/checks/check.ts'
import { cleanCopy, faultOf } from '#writing/checks/checks.ts'
import type { Copy, Passage } from '#writing/pitch.ts'
import type { Statement, Words } from './questions.ts'

export type Checked = { copy: Copy; passages: Passage[] } | { fault: string }

/** What words are held against. */
interface Grounds {
  source: Source
  /** All that the model was shown of the pull request itself. */
  excerpt: string
  /** What it was shown besides, each with what people call it. */
  surroundings: readonly (readonly [place: string, text: string])[]
  wordsToAvoid: readonly string[]
}

const MOST_STEPS = 6
/** How many of a sentence's words the source has to know, in whatever form. */
const KNOWN = 1 / 3

/** A language model's words as copy, with the passage that each sentence rests on; or the first fault, which completes "its words …". */
export function checkWords({ headline, sentences, steps }: Words, grounds: Grounds): Checked {
  const told = { headline: headline.text, body: sentences.map(({ text }) => text.trim()).join(' ') }
  const copy = withoutEcho(cleanCopy(told))
  const list = steps.slice(0, MOST_STEPS).map(step => cleanCopy({ headline: '', body: step.text }).body)
  const fault =
    faultOf(copy, grounds.source) ??
    faultOf({ headline: copy.headline, body: list.join(' ') }, grounds.source, { isList: true }) ??
    avoided([copy.headline, copy.body, ...list].join('\n'), grounds.wordsToAvoid) ??
    unsupported([headline, ...sentences, ...steps], grounds)
  if (fault !== null) return { fault }
  const body = [copy.body, list.length > 0 ? list.map(step => `- ${step}`).join('\n') : '']
  return {
    copy: { headline: copy.headline, body: body.filter(Boolean).join('\n\n') },
    passages: [headline, ...(copy.body === '' ? [] : sentences), ...steps].map(({ text, from }) => {
      const place = placeOf(from, grounds)
      return { sentence: text.trim(), from: from.trim(), ...(place && { place }) }
    }),
  }
}

/** Without the mark of a list, and without a body that says the headline again. */
function withoutEcho({ headline: line, body }: Copy): Copy {
  const headline = withoutListMark(line)
  return { headline, body: echoes(body, headline) ? '' : body }
}

function avoided(text: string, words: readonly string[]): string | null {
  const said = ` ${wordsOf(text).join(' ').toLowerCase()} `
  const found = words.find(word => said.includes(` ${wordsOf(word).join(' ').toLowerCase()} `))
  return found === undefined ? null : `use "${found}", which the account does not want`
}

/** The passage has to be there, and the sentence has to have something to do with it. */
function unsupported(
  statements: readonly Statement[],
  { source, excerpt, surroundings }: Grounds,
): string | null {
  const shown = spaced([excerpt, ...surroundings.map(([, text]) => text)].join('\n'))
  for (const { text, from } of statements) {
    const parts = partsOfPassage(from)
    if (parts.length === 0 || !parts.every(part => shown.includes(part)))
      return `rest on a passage that is not in the pull request ("${clipped(from)}")`
    if (source.isForeign) continue
    const content = contentOf(text)
    const known = content.filter(word => source.words.has(stemOf(word)) || source.words.has(word))
    const own = new Set(
      contentOf(from)
        .flatMap(word => [word, ...partsOf(word)])
        .map(rootOf),
    )
    if (known.length < content.length * KNOWN || !content.some(word => own.has(rootOf(word))))
      return `say "${clipped(text)}", which the pull request does not`
  }
  return null
}

/** A passage may be told with a gap. */
const partsOfPassage = (from: string): string[] =>
  from
    .split(/…|\.\.\.|\n/)
    .map(spaced)
    .filter(part => part !== '')

/** Undefined for a passage that begins in the pull request itself. */
function placeOf(from: string, { excerpt, surroundings }: Grounds): string | undefined {
  const [start = ''] = partsOfPassage(from)
  if (spaced(excerpt).includes(start)) return undefined
  return surroundings.find(([, text]) => spaced(text).includes(start))?.[0]
}

/** Letters and digits alone: white space, punctuation and markup do not tell passages apart. */
const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const clipped = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** What "resolve", "resolving" and "resolution" have in common. */
const rootOf = (word: string): string => word.slice(0, 5)

/** The words that say something, in lower case. */
const contentOf = (text: string): string[] =>
  wordsOf(text.toLowerCase()).filter(word => word.length > 2 && !FUNCTION_WORDS.has(word))

/** Words that any English sentence may need. */
const FUNCTION_WORDS = new Set(
  `the and for you your with that this those these are was were can could now not when where which while who whom whose what how from into
  onto over under than then they them their there here has have had been being will would its also only just any all each every some more most
  less least other another until before after again without within instead longer still even both either neither does did done may might must
  should because since once already such own same one two out off but nor per via about above below between during through up down let lets get
  gets make makes made`.split(/\s+/),
)
