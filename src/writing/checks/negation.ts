import { verbOf } from '#judgement/text/verbs.ts'
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
