import { firstGraphemes, fits } from './graphemes.ts'
import { verbOf } from './words/verbs.ts'

/**
 * Where a sentence may end early, and what that costs, in characters: a border is worth taking when it keeps that much more of
 * the sentence than a better one.
 */
const BORDERS: [RegExp, number][] = [
  [
    /[.;](?=\s)|:(?=\s)|\s[–—-](?=\s)|\s\((?=[^)]{6,})|,(?= (?:which|so|because|since|as|while|but|allowing|making|causing|leading|resulting|including|such as)\b)|(?= (?:so that|because|due to|in order to|such as|resulting in|leading to|causing)\b)/g,
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
/** Words that change what was said before them: a cut that loses one must show that something is missing. */
const TURNS = /\b(?:not|no|never|none|neither|nor|without|unless|except|only|if|cannot|longer)\b|n['’]t\b/i
/** "Remove A from B" must not become "Remove A": what these say holds only with all that qualifies it. */
const LIMITING =
  /^(?:(?:removed?|removes|drops?|dropped|disabled?s?|deprecated?s?|delete[sd]?|blocks?|forbids?|disallows?|den(?:y|ies)|reject(?:s|ed)?|stop(?:s|ped)?|hides?|skip(?:s|ped)?|ignore[sd]?|exclude[sd]?|avoid(?:s|ed)?|prevent(?:s|ed)?|only|never|no longer|not)\b)|\b(?:do(?:es)? not|no longer|never|only)\b|n['’]t\b/i
/** Words that no headline ends with. */
const DANGLING =
  /\s(?:a|an|the|and|or|but|of|to|for|in|on|at|by|with|from|as|is|are|was|were|be|been|that|which|when|where|if|its|their|this|these|into|via|not|no|between|both|either|will|would|can|could|should|has|have|had|more|than|using|was|also|now|it|they|does|do|did|whether|how|who|whose|allowing|being|when|same|other|seems|appears|even|just|still|meant|used|needed|required|intended|designed|able|unable|causes|another|any|all|each|every|only|such|so)$/i
const ASIDES = [/,? introduced in (?:[A-Z][\w-]* )?v?\d+(?:\.\d+)+(?:rc\d+)?/g, /\s\([^()]*\)(?=[\s,.;:]|$)/g]

/** At most `limit` characters, ended at the border that leaves most sense; never in mid-word. */
export function shorten(text: string, limit: number): string {
  if (fits(text, limit)) return text
  const tight = withoutAsides(text, limit)
  if (fits(tight, limit)) return tight
  const spans = protectedSpans(tight)
  return atBorder(tight, limit, spans) ?? atWord(tight, limit, spans)
}

function withoutAsides(text: string, limit: number): string {
  let tight = text
  for (const aside of ASIDES) if (!fits(tight, limit)) tight = tight.replace(aside, '')
  return tight
}

type Span = [from: number, to: number]

/** Code, brackets and quotations, which no cut may open. */
const protectedSpans = (text: string): Span[] =>
  [...text.matchAll(/`[^`]*`|\([^()]*\)|"[^"]*"|“[^”]*”/g)].map(({ index, 0: { length } }) => [
    index,
    index + length,
  ])

const inside = (at: number, spans: Span[]) => spans.some(([from, to]) => at > from && at < to)

function atBorder(text: string, limit: number, spans: Span[]): string | null {
  let best: string | null = null
  let worth = WORTH
  for (const [border, cost] of BORDERS) {
    for (const { index } of text.matchAll(border)) {
      if (index > limit) break
      if (index - cost < worth || inside(index, spans) || !isWhole(text, index)) continue
      best = text.slice(0, index).replace(/[\s,;:]+$/, '')
      worth = index - cost
    }
  }
  return best
}

/** Would what stands before the cut be understood, and mean the same, without the rest? */
function isWhole(text: string, cut: number): boolean {
  const kept = text.slice(0, cut)
  if (
    (DANGLING.test(kept) && !endsPhrase(kept, text.charAt(cut))) ||
    TURNS.test(text.slice(cut)) ||
    /\b(?:between\b|both\b(?!.* and ))[^,]*$/.test(kept)
  )
    return false
  if (LIMITING.test(kept) && /^ (?!so that|because|due)/.test(text.slice(cut))) return false
  return !wantsObject(kept) && !wantsRest(kept, text.slice(cut)) && hasVerb(clauseOf(kept))
}

/** "… signs in, …": a comma closes what would dangle elsewhere. */
const endsPhrase = (kept: string, mark: string): boolean =>
  /[,.;]/.test(mark) && / (?:in|on|up|off|out|over|by)$/.test(kept)

/** "… to support", "… can identify", "… assuming". */
function wantsObject(kept: string): boolean {
  const form = verbOf(/[A-Za-z-]+$/.exec(kept)?.[0] ?? '')?.form
  if (form === 'gerund') return true
  return (
    form === 'base' && /\b(?:to|can|could|will|would|should|may|not|and|or|only)(?: \w+ly)? \S+$/i.test(kept)
  )
}

/** What begins here cannot do without what follows: "Prevent X" is not "Prevent X from …", nor one of a list the list. */
function wantsRest(kept: string, lost: string): boolean {
  if (/^(?:,| and)/.test(lost))
    return (
      !/^(?:,|,? and) (?:which|because|since|allowing|making|causing|leading|resulting|including|such|when|while|as|but|by|if|so|to|with|for|in|on|after|before|even|like|e\.g\.)\b/.test(
        lost,
      ) && !goesOn(kept, lost)
    )
  if (/^ that\b/.test(lost)) return true
  if (/^ from\b/.test(lost)) return /^(?:prevent|stop|block|keep|exclude|hide|protect|remove)/i.test(kept)
  if (
    /^ to\b/.test(lost) &&
    /\b(?:allow|enable|let|cause|force|help|require|easier|harder|possible|able|likely|ready|order|need|want|have|has|seem|appear|tend|try|start|continue|used|going|supposed)\w*(?: [^,]*)?$/i.test(
      kept,
    )
  )
    return true
  if (/^ (?:to|with|into|as)\b/.test(lost) && SHORT_CHANGE.test(kept)) return true
  return /\b(?:bug|issue|problem|case|error|regression|support|option|ability)$/i.test(kept)
}

/** "Set X" says little without "to Y". */
const SHORT_CHANGE =
  /^(?:change|switch|add|set|map|convert|move|rename|migrate|apply|align|pass|compare|link|replace)\w*(?: \S+){1,3}$/i

/** Behind "and" or a comma another deed begins, which the headline may leave to the body. */
function goesOn(kept: string, lost: string): boolean {
  const first = verbOf(/^\S+/.exec(kept)?.[0] ?? '')
  const next = verbOf(/^(?:,|,? and) ([A-Za-z-]+) /.exec(lost)?.[1] ?? '')
  return next !== undefined && next.form === first?.form
}

/** The last "where …" or "that …", whose sentence must be complete. */
const clauseOf = (kept: string): string | null =>
  / (?:where|that|so|which|because) (.*)$/.exec(kept)?.[1] ?? null

const hasVerb = (clause: string | null): boolean =>
  clause === null ||
  /\b(?:is|are|was|were|be|would|could|can|cannot|will|did|does|do|has|have|had|should|must|may|might|\w{3,}ed)\b|n['’]t\b/i.test(
    clause,
  )

/** The last resort: an ellipsis says that the sentence goes on. */
function atWord(text: string, limit: number, spans: Span[]): string {
  let kept = firstGraphemes(text, limit - 1)
  const open = spans.find(([from, to]) => kept.length > from && kept.length < to)
  if (open && open[0] > WORTH) kept = kept.slice(0, open[0])
  else if (/\S/.test(text.charAt(kept.length))) kept = withoutLastWord(kept)
  kept = kept.replace(/[\s,;:–—-]+$/, '')
  while (DANGLING.test(kept) || wantsObject(kept) || /, \w+ly$/.test(kept))
    kept = kept.replace(/[\s,;:]+\S+$/, '')
  return `${balanced(kept)}…`
}

/** A word that is as long as a path gives way at one of its slashes. */
function withoutLastWord(kept: string): string {
  const shorter = kept.replace(/\s+\S*$/, '')
  return shorter.length > WORTH ? shorter : kept.replace(/[/._-][^/._-]*$/, '')
}

/** A code span that was cut loses its opening backtick. */
const balanced = (kept: string): string =>
  kept.split('`').length % 2 === 1 ? kept : kept.replace(/`(?=[^`]*$)/, '')
