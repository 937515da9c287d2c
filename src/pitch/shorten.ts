import { firstGraphemes, fits } from './graphemes.ts'

/** Where a sentence may end early, the best kind first. What stands before the border must be understood without the rest. */
const BORDERS = [
  /[.;](?=\s)|:(?=\s)|\s[–—-](?=\s)|\s\((?=[^)]{6,})|,(?= (?:which|so|because|since|as|while|but|allowing|making|causing|leading|resulting|including|such as|e\.g\.)\b)|(?= (?:so that|because|due to|in order to|such as|resulting in|leading to|causing)\b)/g,
  /,(?=\s)|(?= (?:when|while|whenever|where|so|by \w+ing|instead of|rather than|in case|based on|according to|which|that)\b)/g,
  /(?= (?:with|for|in|on|from|and|or|as|via|using|after|before|during|at|through|across|inside|within|into|to|of)\b)/g,
]
/** Words that change what was said before them: a cut that loses one must show that something is missing. */
const TURNS = /\b(?:not|no|never|none|neither|nor|without|unless|except|only|if|cannot|\w+n['’]t)\b/i
/** Words that no headline ends with. */
const DANGLING =
  /\s(?:a|an|the|and|or|but|of|to|for|in|on|at|by|with|from|as|is|are|was|were|be|been|that|which|when|where|if|its|their|this|these|into|via|not|no|between|both|either|will|would|can|could|should|has|have|had|more|than|using|was|also|now|it|they|does|do|did)$/i
const ASIDES = [/,? introduced in (?:[A-Z][\w-]* )?v?\d+(?:\.\d+)+(?:rc\d+)?/g, /\s\([^()]*\)/g]
const SHORTEST = 24

/** At most `limit` characters, ended at the border that leaves most sense; never in mid-word. */
export function shorten(text: string, limit: number): string {
  if (fits(text, limit)) return text
  const tight = withoutAsides(text, limit)
  if (fits(tight, limit)) return tight
  const spans = protectedSpans(tight)
  for (const border of BORDERS) {
    const cut = longestCut(tight, border, spans, limit)
    if (cut !== null) return cut
  }
  return atWord(tight, limit, spans)
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

function longestCut(text: string, border: RegExp, spans: Span[], limit: number): string | null {
  let best: string | null = null
  for (const { index } of text.matchAll(border)) {
    if (index > limit) break
    const kept = text.slice(0, index)
    if (index >= SHORTEST && !inside(index, spans) && isWhole(kept, text.slice(index))) best = kept
  }
  return best
}

function isWhole(kept: string, lost: string): boolean {
  if (DANGLING.test(kept) || TURNS.test(lost)) return false
  return !/\bbetween\b[^,]*$/.test(kept) && !/\b(?:bug|issue|problem|case|error|regression)$/.test(kept)
}

/** The last resort: an ellipsis says that the sentence goes on. */
function atWord(text: string, limit: number, spans: Span[]): string {
  let kept = firstGraphemes(text, limit - 1)
  const open = spans.find(([from, to]) => kept.length > from && kept.length < to)
  if (open && open[0] >= SHORTEST) kept = kept.slice(0, open[0])
  else if (/\S/.test(text.charAt(kept.length))) kept = kept.replace(/\s+\S*$/, '')
  kept = kept.replace(/[\s,;:–—-]+$/, '')
  while (DANGLING.test(kept)) kept = kept.replace(/\s\S+$/, '')
  return `${kept}…`
}
