import { firstGraphemes, fits } from './graphemes.ts'
import { beforeLastWord, withoutMarks } from './last-word.ts'
import { withoutAsides } from './tighten.ts'
import { isDangling, isWhole, wantsObject } from './whole.ts'

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

/** At most `limit` characters, ended at the border that leaves most sense; never in mid-word. */
export function shorten(text: string, limit: number): string {
  if (fits(text, limit)) return text
  const tight = withoutAsides(text, limit)
  if (fits(tight, limit)) return tight
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
  else if (/\S/.test(text.charAt(kept.length))) kept = withoutLastWord(kept)
  kept = kept.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')
  while (kept.includes(' ') && (isDangling(kept) || wantsObject(kept) || /, \w+ly$/.test(kept)))
    kept = beforeLastWord(kept)
  return `${balanced(kept.replace(/,? (?:i\.e|e\.g)\.?$/, ''))}…`
}

/** A word that is as long as a path gives way at one of its slashes. */
function withoutLastWord(kept: string): string {
  const shorter = beforeLastWord(kept)
  return shorter.length > WORTH ? shorter : kept.replace(/[/._-][^/._-]*$/, '')
}

/** A code span that was cut loses its opening backtick. */
const balanced = (kept: string): string =>
  kept.split('`').length % 2 === 1 ? kept : kept.replace(/`(?=[^`]*$)/, '')
