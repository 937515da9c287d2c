import { verbOf } from '#judgement/copy/title/verbs.ts'
import { type Check, stemOf, withoutCode, wordsOf } from './check.ts'

const NOT = `(?:do not|don['’]t|does not|doesn['’]t|did not|didn['’]t|no longer|never|not|cannot|can['’]t|won['’]t|stops?|stopped)`
/** What is negated: the word after, past an adverb or two. */
const NEGATED = new RegExp(
  String.raw`\b${NOT}\s+(?:be(?:ing)?\s+|ever\s+|always\s+|to\s+)*([\p{L}-]+)`,
  'giu',
)
/** Words that keep a sentence on the side of "not". */
const DENIES =
  /\b(?:no|not|never|without|cannot|neither|nor|none|nothing|stop\w*|prevent\w*|avoid\w*|hid(?:e|es|den|ing)|remov\w*|disabl\w*|skip\w*|drop\w*|block\w*|fix\w*|exclud\w*|omit\w*|ignor\w*|instead|rather|only|keep\w*|unless)\b|n['’]t\b/i

const OPPOSITES =
  'add:remove enable:disable show:hide allow:prevent allow:block allow:forbid increase:decrease increase:reduce raise:lower open:close start:stop require:drop lock:unlock'
    .split(' ')
    .map(pair => pair.split(':'))

/** The headline does not say the contrary of the title, as far as their verbs can tell. */
export const negation: Check = (copy, { lead, isForeign }) => {
  if (isForeign) return null
  const [title = ''] = lead.split('\n')
  const told = withoutCode(title.replace(/^\w+(?:\([^)]*\))?!?:\s*/, ''))
  const headline = withoutCode(copy.headline).toLowerCase()
  const isInverted = drops(told, headline) || invents(told, headline) || turns(told, headline)
  return isInverted ? 'say the contrary of the title' : null
}

const negatedIn = (text: string): string[] => [...text.matchAll(NEGATED)].map(([, word = '']) => stemOf(word))
const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(stemOf))

/** "Don't show banners" → "Shows banners". */
const drops = (title: string, headline: string): boolean =>
  !DENIES.test(headline) && negatedIn(title).some(stem => stemsOf(headline).has(stem))

/** "Show banners" → "No longer shows banners". */
function invents(title: string, headline: string): boolean {
  const verb = leadOf(title)
  return verb !== null && !DENIES.test(title) && negatedIn(headline).includes(stemOf(verb))
}

/** "Enable banners" → "Disable banners". */
function turns(title: string, headline: string): boolean {
  const [from, to] = [leadOf(title), leadOf(headline)]
  return OPPOSITES.some(([a, b]) => (from === a && to === b) || (from === b && to === a))
}

const leadOf = (text: string): string | null => verbOf(wordsOf(text)[0] ?? '')?.base ?? null

/** Whether a text negates a word that its source has and nowhere denies. For sources that tell what is so now, as published entries do. */
export function contradicts(text: string, source: string): boolean {
  const sentences = source.split(/(?<=[.!?])\s|\n/).map(sentence => ({ sentence, stems: stemsOf(sentence) }))
  return negatedIn(withoutCode(text)).some(stem => {
    const saying = sentences.filter(({ stems }) => stems.has(stem))
    return saying.length > 0 && saying.every(({ sentence }) => !DENIES.test(sentence))
  })
}

/** From this share of common words on, two sentences say the same thing, or the contrary. */
const NEARLY_THE_SAME = 0.75
const SAYS_NOT =
  /\b(?:no longer|never|not|cannot|without|no|none|nor|neither)\b|\b(?:can|don|doesn|didn|won|isn|aren|wasn|weren|shouldn|hasn|haven|wouldn|couldn)['’]t\b/giu

/** Whether of two sentences with nearly the same words one says "not" where the other does not. */
export function differsInDenial(one: string, other: string): boolean {
  const [a, b] = [mainClause(withoutCode(one)), mainClause(withoutCode(other))]
  if (countOf(a) === countOf(b)) return false
  const [less, more] = countOf(a) < countOf(b) ? [a, b] : [b, a]
  const verb = leadOf(less)
  if (verb !== null && MENDS.has(verb) && !stemsOf(more).has(stemOf(verb))) return false
  const [left, right] = [stemsOf(a.replace(SAYS_NOT, ' ')), stemsOf(b.replace(SAYS_NOT, ' '))]
  return left.intersection(right).size >= NEARLY_THE_SAME * left.union(right).size
}

/** "Prevent a crash" says the same as "does not crash". */
const MENDS = new Set(['prevent', 'fix', 'avoid', 'stop'])
/** Where a sentence goes on to tell when, or gives an example: a "not" there denies nothing of what it says. */
const ASIDE = /\(|\b(?:when|if|that|which|where|while|because|unless|so that)\b/i
const mainClause = (sentence: string): string => sentence.split(ASIDE, 1)[0]?.trim() || sentence

/** How things were says nothing of how they are. */
const WAS_NOT = /\b(?:did|was|were|could|had)(?: not|n['’]t)\b/gi

const countOf = (text: string): number => text.replace(WAS_NOT, '').match(SAYS_NOT)?.length ?? 0
