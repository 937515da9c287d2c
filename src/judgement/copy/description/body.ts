import { plainLine } from '#judgement/copy/text/markup.ts'
import { covers, punctuated, repeats, sentencesOf } from '#judgement/copy/text/sentences.ts'
import { titleSentence } from '#judgement/copy/title/headline.ts'
import type { Context } from './before.ts'
import { type Told, tellsDeed, toldBy } from './sentence.ts'
import { type Passage, passagesOf } from './telling.ts'

/** What a description says to customers, in its order. */
export interface Description {
  told: Told[]
  /** Short lines that name what is different: list items, or a description of a few words. */
  lines: string[]
}

const MOST_SENTENCES = 3
/** In characters; a body is read at a glance. */
const ROOM = 420

/** `title` is the headline's sentence, `isFix` what the title's type says. */
export function readDescription(body: string, title: string, isFix: boolean): Description {
  const passages = passagesOf(body).filter(({ under }) => under !== 'steps')
  const told = passages.flatMap((passage, at) => toldIn(passage, { title, text: body }, isFix, at === 0))
  const texts = passages.filter(({ isItem }) => !isItem)
  const items = passages.filter(({ isItem }) => isItem)
  const lines = (items.length > 0 ? items : texts.length === 1 ? texts : []).flatMap(({ text }) =>
    lineOf(text, title),
  )
  return { told, lines }
}

function toldIn(
  { text, isItem, under }: Passage,
  context: Context,
  isFix: boolean,
  isFirst: boolean,
): Told[] {
  const sentences = sentencesOf(withoutReferences(plainLine(text)))
  const all = sentences.map((sentence, at) => {
    // A fault in the present is only known for one by what follows it.
    const next = sentences[at + 1] ?? ''
    if (/^(?:but|however|unfortunately)\b/i.test(next)) return null
    return toldBy(isItem ? capital(sentence) : capital(sentence, at === 0), context, {
      isFix,
      isLead: under === 'before' || (isFirst && at < 2),
    })
  })
  // What leans on a sentence that is not told goes with it.
  return all.flatMap((one, at) => {
    if (one === null || (isItem && one.kind === 'now' && one.leans)) return []
    const isFollowing = at === 0 ? one.text.startsWith('This ') : all[at - 1] !== null
    return one.leans && !isFollowing ? [] : [one]
  })
}

const capital = (text: string, isFirst = true): string =>
  isFirst && /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text

/** Without the numbers of issues, in brackets or behind a comma. */
const withoutReferences = (text: string): string =>
  text.replace(
    /\s?\((?:(?:see|fix(?:es)?|closes?|cf\.?|in|from|via|refs?)\s)?(?:[\w.-]+\/[\w.-]+)?#\d+(?:(?:, | and )(?:[\w.-]+\/[\w.-]+)?#\d+)*\)/gi,
    '',
  )

/** A line of a few words that names something new, and no more than a person reads at once; none where there is doubt. */
function lineOf(text: string, title: string): string[] {
  const line = titleSentence(withoutReferences(plainLine(text)))
  const words = line.split(' ').length
  if (words < 2 || line.length > 90 || /[.:?]/.test(line.replace(/\.$/, ''))) return []
  return toldBy(`Add ${line} now`, { title, text: line }) !== null &&
    !/\b(?:not|was|were|is|are)\b/.test(line)
    ? [line.replace(/\.$/, '')]
    : []
}

/** One to three sentences beneath a headline that they do not repeat: what is so now, how it was, what one can set. */
export function bodyOf(told: readonly Told[], headline: string): string {
  const chosen: Told[] = []
  let room = ROOM
  for (const one of told) {
    const isSaid = chosen.some(({ text }) => repeats(one.text, text))
    const isSecondPast = one.kind === 'before' && chosen.some(({ kind }) => kind === 'before')
    if (isSaid || isSecondPast || addsNothing(one, headline) || one.text.length > room) continue
    if (one.leans && chosen.length === 0 && !one.text.startsWith('This ')) continue
    chosen.push(one)
    room -= one.text.length
    if (chosen.length === MOST_SENTENCES) break
  }
  return chosen.map(({ text }) => punctuated(text)).join(' ')
}

const addsNothing = ({ text, kind }: Told, headline: string): boolean =>
  covers(headline, text) || (kind !== 'before' && repeats(text, headline))

/** The sentence that says best what a thin title leaves open, as a headline of any length; null where none does. */
export function leadOf({ told, lines }: Description): string | null {
  const lead = told.find(({ kind, leans }) => kind === 'now' && !leans)
  if (lead !== undefined) return asHeadline(lead.text)
  const few = lines.slice(0, 3)
  if (few.length > 1) {
    const joined = [few.slice(0, -1).join(', '), few.at(-1)].join(' and ')
    const plain =
      joined.charAt(0) +
      joined.slice(1).replace(/(?<=(?:, | and ))[A-Z](?=[a-z])/g, letter => letter.toLowerCase())
    if (plain.length <= 80 && lines.length <= 3) return plain
  }
  return few[0] ?? null
}

/** "You can now reorder panels" → "Reorder panels", "Adds a panel" → "Add a panel". */
function asHeadline(text: string): string {
  const offered = text.replace(/^(?:You|Users|People) can (?:now )?/, '')
  const order = offered.charAt(0).toUpperCase() + offered.slice(1)
  return tellsDeed(order) ? titleSentence(order) : order
}
