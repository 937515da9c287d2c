import { isOnlyCode, withCodeBlanked } from './markup.ts'
import { verbOf } from './verbs.ts'

let segmenter: Intl.Segmenter | undefined

/** Characters as a person sees them: an emoji with its skin tone is one. The segmenter takes some 20 ms to make, and few texts need it. */
function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Each of these is a character by itself. */
const ASCII = /^[ -~]*$/

/** Characters as a person counts them. */
export const countGraphemes = (text: string): number =>
  ASCII.test(text) ? text.length : graphemesOf(text).length

/** At most `limit` characters? Never counts a text that is short enough in UTF-16 units, as nearly all are. */
export const fits = (text: string, limit: number): boolean =>
  text.length <= limit || (text.length <= limit * 12 && countGraphemes(text) <= limit)

/** The first `limit` characters, none of them split. */
const firstGraphemes = (text: string, limit: number): string =>
  ASCII.test(text)
    ? text.slice(0, limit)
    : graphemesOf(text.slice(0, limit * 12))
        .slice(0, limit)
        .join('')

/** Where a sentence may end early: what follows explains, or tells another thing. */
const BORDER =
  /[.;](?=\s)|(?<!\b(?:file|https?|data|blob|node|npm|mailto)):(?=\s)|\s[–—-](?=\s)|\s\((?=[^)]{6,})|,(?= (?:which|so|because|since|as|while|but|including|plus|as well as|along with|such as|[a-z]{3,}ing (?!and|or))\b)|,?(?= and\b)|,(?= [a-z]+ )|(?= (?:when|while|whenever|so that|because|due to|in order to|such as|resulting in|leading to|causing|instead of|rather than|by \w+ing)\b)/g
/** Below this a border keeps too little, and an ellipsis is more honest. */
const WORTH = 24

/** At most `limit` characters: ended at the last border that changes no meaning, else with an ellipsis; never in mid-word. */
export function shorten(text: string, limit: number): string {
  if (fits(text, limit)) return text
  const spans = protectedSpans(text)
  return atBorder(text, limit, spans) ?? atWord(text, limit, spans)
}

type Span = [from: number, to: number]

/** Code, brackets and quotations, which no cut may open. */
const protectedSpans = (text: string): Span[] =>
  [...text.matchAll(/`[^`]*`|\([^()]*(?:\([^()]*\)[^()]*)*\)|"[^"]*"|“[^“”]*”/g)].map(
    ({ index, 0: { length } }) => [index, index + length],
  )

function atBorder(text: string, limit: number, spans: Span[]): string | null {
  const isInside = (at: number) => spans.some(([from, to]) => at > from && at < to)
  const end = [...text.matchAll(BORDER)]
    .map(({ index }) => index)
    .findLast(at => at >= WORTH && at <= limit && !isInside(at) && isWhole(text, at))
  return end === undefined ? null : withoutMarks(text.slice(0, end))
}

/** The last resort: an ellipsis says that the sentence goes on. */
function atWord(text: string, limit: number, spans: Span[]): string {
  let kept = firstGraphemes(text, limit - 1)
  const open = spans.find(([from, to]) => kept.length > from && kept.length < to)
  if (open && open[0] > WORTH) kept = kept.slice(0, open[0])
  else if (/\S/.test(text.charAt(kept.length)))
    kept = beforeLastWord(kept).length > WORTH ? beforeLastWord(kept) : kept.replace(/[/._-][^/._-]*$/, '')
  kept = withoutMarks(kept.replace(/(?<!\s)\s[–—-]\s*$/, ''))
  while (kept.includes(' ') && DANGLING.test(kept)) kept = beforeLastWord(kept)
  return `${kept.split('`').length % 2 === 1 ? kept : kept.replace(/`(?=[^`]*$)/, '')}…`
}

const withoutMarks = (text: string): string => text.replace(/(?<![\s,;:(–—-])[\s,;:(–—-]+$/, '')

/** Without its last word, and the punctuation before it; as it was where it is one word. */
export const beforeLastWord = (text: string): string =>
  text.includes(' ') ? withoutMarks(text.slice(0, text.lastIndexOf(' '))) : text

/** Words that no headline ends with. */
export const DANGLING =
  /\s(?:a|an|the|and|or|but|of|to|for|in|on|at|by|with|from|as|is|are|was|were|be|been|that|which|when|where|if|its|their|this|these|into|via|not|no|between|both|either|will|would|can|could|should|has|have|had|more|than|using|also|now|it|they|does|do|did|whether|how|who|whose|allowing|being|while|same|other|seems|appears|even|just|still|used|needed|required|able|unable|causes|during|within|against|through|under|over|about|per|upon|another|any|all|each|every|only|such|so|until|unless|because|certain|several)$/i
/** Words that change what was said before them: a cut must not lose one. */
const TURNS = /\b(?:not|no|never|none|neither|nor|without|unless|except|only|if|cannot|longer)\b|n['’]t\b/i
/** "Remove A from B" must not become "Remove A", nor "Keep A when B" "Keep A": what these say holds only with all that qualifies it. */
const LIMITING =
  /^(?:kept|(?:remove|keep|retain|preserv|drop|disable|deprecate|delete|block|forbid|disallow|den|reject|stop|hide|skip|ignore|exclude|avoid|prevent)\w*|only|never|no longer|not)\b|\b(?:do(?:es)? not|no longer|never|only)\b|n['’]t\b/i
const FINITE =
  /\b(?:is|are|was|were|has|have|had|can|cannot|could|will|would|should|must|may|might|does|do|did|now)\b|n['’]t\b/i
const EXPLAINS = /^,? (?:so that|because|due|since|as (?:it|they)\b|which)\b/

/** Would the text before the cut be understood, and mean the same, without the rest? */
function isWhole(said: string, cut: number): boolean {
  const text = withCodeBlanked(said)
  const [kept, lost] = [text.slice(0, cut), text.slice(cut)]
  const endsPhrase = /^[,.;]/.test(lost) && / (?:in|on|up|off|out|over|by)$/.test(kept)
  if (isOnlyCode(said.slice(0, cut)) || (DANGLING.test(kept) && !endsPhrase)) return false
  if (
    FINITE.test(text.split(/[.;]/, 1)[0] ?? '') &&
    !FINITE.test(kept) &&
    verbOf(/^[A-Za-z-]+/.exec(text)?.[0] ?? '') === undefined
  )
    return false
  const goesOn = beginsDeed(kept, lost)
  if (/^(?:[.;]|,? so(?! that\b))\s|^\s\([^()]*\)\.?$/.test(lost) || goesOn) return true
  if (
    /^,? and\b|^, (?!which|so|because|since|as|while|but|including|plus|as well as|along with|such)[a-z]+ /.test(
      lost,
    ) &&
    !/^, [a-z]+ing\b/.test(lost)
  )
    return false
  return (
    !TURNS.test(lost) &&
    !/^\s\(/.test(lost) &&
    (!LIMITING.test(kept) || EXPLAINS.test(lost)) &&
    !opensClause(kept)
  )
}

/** "When the list is empty, | …", "Fix an issue where …": the point is still to come. */
const opensClause = (kept: string): boolean =>
  /^(?:to|in order to|when|if|while|after|before|as|once|since|until|for|in|during)\b(?!.*, )|^Fix(?:es|ed)? (?:an?|the) (?:issue|bug|problem) (?:where|that) (?!.*(?:\b(?:not|no|never|cannot|fail|crash|wrong|broken|lost|missing|twice)|n['’]t\b))|\bagain$/i.test(
    kept,
  )

/** Behind "and" or a comma another deed begins, which the headline may leave to the body. */
function beginsDeed(kept: string, lost: string): boolean {
  const first = verbOf(/^\S+/.exec(kept)?.[0] ?? '')
  const next = verbOf(/^(?:,|,? and) ([A-Za-z-]+) /.exec(lost)?.[1] ?? '')
  return next !== undefined && next.form === first?.form && next.form !== 'gerund'
}
