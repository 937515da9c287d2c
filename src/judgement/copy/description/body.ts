import { plainLine } from '#judgement/copy/text/markup.ts'
import { covers, punctuated, repeats, sentencesOf } from '#judgement/copy/text/sentences.ts'
import { sentenceCase } from '#judgement/copy/title/case.ts'
import { titleSentence } from '#judgement/copy/title/headline.ts'
import type { Context } from './before.ts'
import { type Passage, passagesOf } from './passages.ts'
import { type Told, tellsDeed, toldBy } from './sentence.ts'
import { withoutAsides } from './voice.ts'

/** What a description says to customers. */
export interface Description {
  /** Sentences, in its order. */
  told: Told[]
  /** Items of a list that say what is different, without those for colleagues. */
  items: string[]
}

const MOST_SENTENCES = 3
const MOST_ITEMS = 5
/** In characters; a body is read at a glance. */
const ROOM = 420
const LONGEST_ITEM = 140

/** `title` is the headline's sentence, `isFix` what the title's type says. */
export function readDescription(body: string, title: string, isFix: boolean): Description {
  const context: Context = { title, text: body, isFix }
  const passages = passagesOf(body).filter(
    ({ under, isItem }, at, all) => under !== 'steps' && !(isItem && isListOfFaults(all.slice(0, at))),
  )
  const told = passages.flatMap((passage, at) => toldIn(passage, context, at === 0))
  const listed = passages.filter(({ isItem }) => isItem)
  const items = listed.flatMap(({ text }) => itemOf(text, context))
  return { told, items: items.length >= listed.length / 2 ? items : [] }
}

/** Does what leads into the list say that it is about what was, or is as it was? "Both have poor contrast:" */
function isListOfFaults(above: readonly Passage[]): boolean {
  const lead = above.findLast(({ isItem }) => !isItem)?.text ?? ''
  return lead.endsWith(':') && WAS.test(sentencesOf(plainLine(lead)).at(-1) ?? '')
}

const WAS = /\b(?:poor|bad|existing|currently|previously)\b/i

function toldIn({ text, isItem, under }: Passage, context: Context, isFirst: boolean): Told[] {
  const sentences = sentencesOf(plainOf(text)).flatMap(sentence => sentence.split(/; (?=[a-z])/))
  const told: (Told | null)[] = []
  for (const [at, sentence] of sentences.entries()) {
    // The fault that a fix opens with may take two sentences, before it tells the cure.
    const isLead =
      !isItem &&
      (under === 'before' ||
        (isFirst && (at === 0 || (at === 1 && context.isFix && told[0]?.kind !== 'now'))))
    // What leans on a sentence that is not told goes with it, as does a fault that is only known for one by what follows.
    const isTurned = /^(?:but|however|unfortunately)\b/i.test(sentences[at + 1] ?? '')
    const one = isTurned ? null : toldBy(capital(sentence), context, isLead)
    const leansOn = one?.leans === true ? (isOfFault(one, told[at - 1]) ? null : (told[at - 1] ?? null)) : one
    told.push(leansOn === null && !(isFirst && at === 0 && ABOUT_CHANGE.test(one?.text ?? '')) ? null : one)
  }
  const allowed = told.filter(one => one !== null)
  if (isItem) return allowed.slice(0, 1).filter(one => one.kind === 'now' && !one.leans && one.worth >= 2)
  return under === 'before'
    ? allowed.filter(({ kind, text }) => kind === 'before' || tellsDeed(text))
    : allowed
}

/** Refers to the change as a whole, which the headline tells; what is good about it needs no subject. */
const ABOUT_CHANGE = /^(?:This|It|That|Until now, (?:it|they))\b/
const ABOUT_GAIN =
  /^(?:This|It) (?=(?:makes|lets|allows|helps|saves|speeds|reduces|avoids|prevents|improves|enables|adds|brings|keeps|ensures|gives)\b)/

/** After a fault, "this lets …" may tell what came of the fault. */
const isOfFault = ({ text }: Told, before: Told | null | undefined): boolean =>
  before?.kind === 'before' &&
  /^(?:This|It|That) (?:also |then )?(?:mak|caus|lead|result|forc|leav|mean|let|allow|giv|prevent)/.test(text)

const plainOf = (text: string): string => withoutAsides(plainLine(text))

const capital = (text: string): string =>
  /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text

/** A line that names something new; none where it may name what was wrong. */
function itemOf(text: string, context: Context): string[] {
  const [line = ''] = sentencesOf(plainOf(text))
  const item = capital(line.replace(/[.;,]$/, ''))
  if (
    item.split(' ').length < 2 ||
    item.length > LONGEST_ITEM ||
    / (?:an?|the|and|or|of|in|to|for|with|by|from|as)$/.test(item) ||
    /^[a-z]+ing\b/.test(line)
  )
    return []
  const told = toldBy(item, context) ?? (context.isFix ? null : toldBy(`Add ${item}`, context))
  const isNew =
    told?.kind === 'now' && told.worth >= 2 && !/^(?:This|It|That|\w+ed (?:on|by|via|in|to|from)) /.test(item)
  return isNew || (told?.kind === 'more' && !context.isFix) ? [item] : []
}

/** One to three sentences beneath a headline that they do not repeat, in their order, and a short list as it stands. */
export function bodyOf({ told, items }: Description, headline: string): string {
  const list = items.filter(item => !repeats(item, headline)).slice(0, MOST_ITEMS)
  const isList = list.length > 1 && items.length <= MOST_ITEMS + 1
  const said = told.filter(one => !isList || !list.some(item => repeats(one.text, item)))
  const sentences = bestOf(said, headline, isList ? 1 : MOST_SENTENCES).map(({ text }, at) =>
    punctuated(at === 0 ? sentenceCase(text.replace(ABOUT_GAIN, '')) : text),
  )
  return [sentences.join(' '), ...(isList ? [list.map(item => `- ${item}`).join('\n')] : [])]
    .filter(Boolean)
    .join('\n\n')
}

/** The sentences that tell most, each with the one that it leans on. */
function bestOf(told: readonly Told[], headline: string, most: number): Told[] {
  let chosen: Told[] = []
  for (const one of told.toSorted((a, b) => b.worth - a.worth)) {
    const next = [...new Set([...chosen, ...chainOf(one, told, headline)])]
    const added = next.filter(other => !chosen.includes(other))
    const isPadding =
      (one.kind === 'more' && (chosen.length > 1 || next.length === 1)) ||
      (one.worth < 1 && chosen.length === 0)
    const fits = next.length <= most && next.reduce((sum, { text }) => sum + text.length, 0) <= ROOM
    const isSecondPast = next.filter(({ kind }) => kind === 'before').length > 1
    const isSaid = added.some(({ text }) => chosen.some(other => repeats(text, other.text)))
    if (fits && !isPadding && !isSecondPast && !isSaid && !addsNothing(one, headline)) chosen = next
  }
  return nowFirst(told.filter(one => chosen.includes(one)))
}

/** How it was follows what is so now, unless that goes on from it. */
function nowFirst(chosen: Told[]): Told[] {
  const [first, second] = chosen
  const stays = first === undefined || second === undefined || second.leans || second.kind === 'before'
  if (
    stays ||
    !/^Until now, (?!it\b|they\b|this\b|these\b)/.test(first.text) ||
    /\binstead\b(?! of)/.test(second.text)
  )
    return chosen
  return [...chosen.slice(1), first]
}

/** A sentence with those before it that it cannot be understood without; what repeats the headline need not be said. */
function chainOf(one: Told, told: readonly Told[], headline: string): Told[] {
  const before = one.leans ? told[told.indexOf(one) - 1] : undefined
  return before === undefined ||
    (addsNothing(before, headline) && (one.kind === 'more' || ABOUT_CHANGE.test(one.text)))
    ? [one]
    : [...chainOf(before, told, headline), one]
}

const addsNothing = ({ text, kind }: Told, headline: string): boolean =>
  covers(headline, text) || (kind !== 'before' && repeats(text, headline))

/** The sentence that says best what a thin title leaves open, as a headline of any length; null where none does. */
export function leadOf({ told, items }: Description): string | null {
  const [lead] = told
    .filter(({ kind, leans, worth }) => kind === 'now' && !leans && worth >= 1)
    .toSorted((a, b) => b.worth - a.worth)
  if (lead !== undefined) return asHeadline(lead.text)
  return items.find(item => !/^(?:`|[A-Z]+_)/.test(item)) ?? null
}

/** "You can now reorder panels" → "Reorder panels", "Adds a panel" → "Add a panel". */
function asHeadline(text: string): string {
  const offered = text.replace(/^(?:You|Users|People) can (?:now )?/, '')
  const order = offered.charAt(0).toUpperCase() + offered.slice(1)
  return tellsDeed(order) ? titleSentence(order) : order
}
