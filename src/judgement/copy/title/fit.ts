import { firstGraphemes, fits } from '#judgement/copy/text/graphemes.ts'
import { isOnlyCode, withCodeBlanked, withoutCodeSpans } from '#judgement/copy/text/markup.ts'
import { sentenceCase } from './case.ts'
import { verbOf } from './verbs.ts'

/** What may go where room is short, the least needed first. */
const ASIDES: [RegExp, string][] = [
  [/^This release changes /, 'Change '],
  [/\b(?:in order to|so as to)\b/g, 'to'],
  [/\bas well as\b/g, 'and'],
  [/\bdue to the fact that\b/g, 'because'],
  [/\b[Ii]t(?:['’]s| is) now possible to\b/, 'You can now'],
  [/(?<!\b[Aa]n?) (?:significantly|potentially)\b/g, ''],
  [/(?<=\w{3}s) (?:that|which) are (?=(?!used\b)[a-z]+ed\b)/g, ' '],
  [/^Add support for (?=\S)/, 'Support '],
  [/^(?:to|in order to) [^,]{8,}, (?=\S+ \S+ \S)/gi, ''],
  [/^((?:Bump|Update|Upgrade)[sd]? .{1,150}?) from v?\d\S*(?= to v?\d)/, '$1'],
  [
    /^(Fix) an? (?:issue|bug) where ((?:[^\s,;:]+ ){1,5}?)(?:is|are|was|were) (?=(?!not|never|now|still|always|only|on|in|at|no)\w+(?:ed|en) )/,
    '$1 $2being ',
  ],
  [/(?<!\b(?:by|of|with|to|for|from|and|or|than|via))\s\([^()]*(?:\([^()]*\)[^()]*)*\)(?=[\s,.;:]|$)/g, ''],
]

/**
 * Where a sentence may end early, and what that costs, in characters: a border is worth taking when it keeps that much more of
 * the sentence than a better one.
 */
const BORDERS: [RegExp, number][] = [
  [
    /[.;](?=\s)|(?<!\b(?:file|https?|data|blob|node|npm|mailto)):(?=\s)|\s[–—-](?=\s)|\s\((?=[^)]{6,})|,(?= (?:which|so|because|since|as|while|but|including|such as|[a-z]{3,}ing (?!and|or))\b)|(?= (?:so that|because|due to|in order to|such as|resulting in|leading to|causing)\b)/g,
    0,
  ],
  [/(?= (?:when|while|whenever|so|by \w+ing|instead of|rather than|in case|based on|according to)\b)/g, 8],
  [/,(?=\s)|(?= and\b)/g, 10],
  [
    /(?= (?:to|where|which|that|with|for|from|in|on|at|via|using|after|before|during|through|across|inside|within|into|as)\b)/g,
    18,
  ],
]
/** Below this a border keeps too little, and an ellipsis is more honest. */
const WORTH = 24

/** An article that a headline can do without, as newspapers do: not behind "is", and not before "same" or "only". */
const ARTICLE =
  /(?<=[\w`)] )(?<!\b(?:is|are|was|were|be|been|being|now|becomes?|such|what|not|quite|as|than|or|half|many) )(?:the|an?) (?!(?:same|only|other|way|one|ones|last|first|next|following|most|least|more|less|few|little|lot|number|front|default|fact|case|while|bit|fly|user can)\b)(?=[\p{L}\p{N}\u0001])/gu

/** At most `limit` characters: without asides, else ended at the border that leaves most sense, else with an ellipsis; never in mid-word. */
export function shorten(text: string, limit: number): string {
  let tight = text
  for (const [aside, rest] of ASIDES) if (!fits(tight, limit)) tight = tight.replace(aside, rest)
  tight = text.startsWith(tight.slice(0, 8)) ? tight : sentenceCase(tight)
  if (fits(tight, limit)) return tight
  const lean = withoutCodeSpans(tight, prose => prose.replace(ARTICLE, ''))
  if (fits(lean, limit) && tight.length - lean.length <= 12) return lean
  const spans = protectedSpans(tight)
  return atBorder(tight, limit, spans) ?? atWord(tight, limit, spans)
}

type Span = [from: number, to: number]

/** Code, brackets and quotations, which no cut may open. */
const protectedSpans = (text: string): Span[] =>
  [...text.matchAll(/`[^`]*`|\([^()]*(?:\([^()]*\)[^()]*)*\)|"[^"]*"|“[^“”]*”/g)].map(
    ({ index, 0: { length } }) => [index, index + length],
  )

const inside = (at: number, spans: Span[]) => spans.some(([from, to]) => at > from && at < to)

function atBorder(text: string, limit: number, spans: Span[]): string | null {
  let best: string | null = null
  let worth = WORTH
  for (const [border, cost] of BORDERS) {
    for (const { index } of text.matchAll(border)) {
      if (index > limit) break
      if (index - cost < worth || inside(index, spans) || !isWhole(text, index)) continue
      best = withoutMarks(text.slice(0, index))
      worth = index - cost
    }
  }
  return best
}

/** The last resort: an ellipsis says that the sentence goes on. */
function atWord(text: string, limit: number, spans: Span[]): string {
  let kept = firstGraphemes(text, limit - 1)
  const open = spans.find(([from, to]) => kept.length > from && kept.length < to)
  if (open && open[0] > WORTH) kept = kept.slice(0, open[0])
  else if (/\S/.test(text.charAt(kept.length)))
    kept = beforeLastWord(kept).length > WORTH ? beforeLastWord(kept) : kept.replace(/[/._-][^/._-]*$/, '')
  kept = withoutMarks(kept.replace(/(?<!\s)\s[–—-]\s*$/, ''))
  while (kept.includes(' ') && (DANGLING.test(kept) || wantsObject(kept))) kept = beforeLastWord(kept)
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
/** "Remove A from B" must not become "Remove A": what these say holds only with all that qualifies it. */
const LIMITING =
  /^(?:(?:remove|drop|disable|deprecate|delete|block|forbid|disallow|den|reject|stop|hide|skip|ignore|exclude|avoid|prevent)\w*|only|never|no longer|not)\b|\b(?:do(?:es)? not|no longer|never|only)\b|n['’]t\b/i
const WHY =
  /^ (?:so that|because|due|since|as (?:it|they)\b|to (?:prevent|avoid|improve|reduce|ensure|make|keep|fix)\b)/
const FINITE =
  /\b(?:is|are|was|were|has|have|had|can|cannot|could|will|would|should|must|may|might|does|do|did|now)\b|n['’]t\b/i
/** What follows takes part in what these say: "allow guests | to …", "treated | as …", "prevent X | from …". */
const UNFINISHED: [RegExp, RegExp][] = [
  [/^,[^,.;]*,[^.;]* (?:and|or) /, /^/],
  [/^ (?:that|into|where)\b/, /^/],
  [/^ from\b/, /\b(?:prevent|stop|block|keep|exclud|hid|protect|remov|delet|drop|strip|disconnect|separat)/i],
  [
    /^ to\b/,
    /\b(?:allow|enable|let|cause|force|fail|refuse|help|require|easier|harder|possible|able|likely|ready|order|need|want|have|has|seem|appear|tend|try|start|continue|used|going|supposed|ask|tell|expect|abilit|option|way|support)\w*(?: |$)/i,
  ],
  [
    /^ (?:to|with|into|as)\b/,
    /^(?:change|switch|add|set|map|convert|move|rename|migrate|apply|align|pass|link|replace)\w*(?: \S+){1,3}$/i,
  ],
  [/ to\b/, /^(?:chang|switch|renam|convert|migrat|upgrad)(?:e|es|ed|s)?\b(?!.* to (?!.*\band\b))[^.;]*$/i],
  [
    /^ (?:as|in|on|to|from|with|at|for|via|using|through|across|within|inside|during|against|under|over|by (?!\w+ing\b))\b/,
    /\b(?!(?:feed|seed|speed|need|embed|shed|red)$)(?:\w{2,}ed|set|put|sent|built|made|kept|held|left|shown|written|given|taken|known|found|bound|read|run|compatible|consistent|identical|similar|equal|related)$/,
  ],
  [/^ (?:when|if|in|on|for|after|with)\b/, /\bworks? again$|^(?:emit|raise|throw|warn|error|reject)\w*\b/i],
  [/^ (?:after|before|to)\b/, /\bnow (?:\w+ly )?\w+$/],
  [/^/, /\b(?:bug|issue|problem|case|error|regression|support|option|ability)$/i],
  [/^/, / (?:when|while|if|unless|until) \S+$/],
]

/** Would what stands before the cut be understood, and mean the same, without the rest? */
function isWhole(said: string, cut: number): boolean {
  if (isOnlyCode(said.slice(0, cut))) return false
  const text = withCodeBlanked(said)
  const kept = text.slice(0, cut)
  const lost = text.slice(cut)
  const endsPhrase = /^[,.;]/.test(lost) && / (?:in|on|up|off|out|over|by)$/.test(kept)
  if (
    (DANGLING.test(kept) && !endsPhrase) ||
    wantsObject(kept) ||
    /\b(?:between|both)\b(?!.* and )/.test(kept)
  )
    return false
  const goesOn = beginsDeed(kept, lost)
  if (
    /^(?:,| and)/.test(lost) &&
    !goesOn &&
    !/^,? (?:and )?(?:which|because|since|including|such|when|while|as|but|so|[a-z]{3,}ing (?!and|or))\b/.test(
      lost,
    )
  )
    return false
  if (/^(?:[.;]|,? so(?! that\b| \w+ that\b))\s/.test(lost) || goesOn) return !losesVerb(text, kept)
  if (TURNS.test(lost) || (LIMITING.test(kept) && !WHY.test(lost))) return false
  if (
    /^Fix(?:es|ed)? (?:an?|the) (?:issue|bug|problem|regression|case) (?:where|that|in which) /.test(kept) &&
    !FAULTY.test(kept)
  )
    return false
  return !losesVerb(text, kept) && !UNFINISHED.some(([next, before]) => next.test(lost) && before.test(kept))
}

/** "Fix an issue where the list is polled | when polling is off": what is no fault by itself needs what makes it one. */
const FAULTY =
  /\b(?:not|no|never|cannot|fail\w*|crash\w*|wrong\w*|incorrect\w*|invalid|missing|lost|loses?|broken?|unable|errors?|empty|stuck|twice|duplicat\w*|leak\w*|hang\w*|unexpected\w*|cut off|throws?|forever|stale|slow\w*|too|disappear\w*|overwritten)\b|n['’]t\b/i

/** "The cost of totals | in the cart has been halved": what stays must have the verb of the sentence, behind its condition if it has one. */
function losesVerb(text: string, kept: string): boolean {
  if (
    /^(?:to|in order to|when|if|while|after|before|as|once|since|until|for|in|during)\b(?=.*, )/i.test(text)
  )
    return !FINITE.test(/, (.*)/.exec(kept)?.[1] ?? '')
  const clause = / (?:where|that|so|which|because) (.*)/.exec(kept)?.[1]
  if (clause !== undefined && !FINITE.test(clause) && !hasVerb(clause)) return true
  if (FINITE.test(kept) || verbOf(/^[A-Za-z-]+/.exec(text)?.[0] ?? '') !== undefined) return false
  return FINITE.test(
    text
      .replace(/, (?:which|who|whose|where) [^,]*(?=, )/gi, '')
      .replace(/ (?:when|if|while|because|where|that|which|who|after|before|until|so)\b.*/i, ''),
  )
}

const hasVerb = (clause: string): boolean =>
  clause.split(' ').some(word => /ed$/.test(word) || /^(?:third|past)$/.test(verbOf(word)?.form ?? ''))

/** "… to support", "… can identify", "… assuming". */
function wantsObject(kept: string): boolean {
  const form = verbOf(/(?<![A-Za-z-])[A-Za-z-]+$/.exec(kept)?.[0] ?? '')?.form
  if (form === 'gerund') return true
  return (
    form === 'base' && /\b(?:to|can|could|will|would|should|may|not|and|or|only)(?: \w+ly)? \S+$/i.test(kept)
  )
}

/** Behind "and" or a comma another deed begins, which the headline may leave to the body. */
function beginsDeed(kept: string, lost: string): boolean {
  const first = verbOf(/^\S+/.exec(kept)?.[0] ?? '')
  const next = verbOf(/^(?:,|,? and) ([A-Za-z-]+) /.exec(lost)?.[1] ?? '')
  return next !== undefined && next.form === first?.form && next.form !== 'gerund'
}
