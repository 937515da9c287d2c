import { fits } from './graphemes.ts'
import { sentenceCase } from './sentence-case.ts'
import { gerundOf, verbOf } from './words/verbs.ts'

/** What may go first where room is short. */
const ASIDES: [RegExp, string][] = [
  [/^(?:to|in order to) [^,]{8,}, (?=\S+ \S+ \S)/gi, ''],
  [/,? introduced in (?:[A-Z][\w-]* )?v?\d+(?:\.\d+)+(?:rc\d+)?/g, ''],
  [/^((?:Bump|Update|Upgrade)[sd]? .{1,150}?) from v?\d\S*(?= to v?\d)/, '$1'],
  [/(?<!\b(?:by|of|with|to|for|from|and|or|than|via))\s\([^()]*(?:\([^()]*\)[^()]*)*\)(?=[\s,.;:]|$)/g, ''],
]
/** Longer ways to say the same. */
const WORDY: [RegExp, string][] = [
  [/^Internal refactor(?:ing)?: /, ''],
  [/^This release changes /, 'Change '],
  [/\b[Ii]t(?:['’]s| is) now possible to\b/, 'You can now'],
  [/(?<!\b[Aa]n?) (?:significantly|potentially)\b/g, ''],
  [/\b(?:in order to|so as to)\b/g, 'to'],
  [/\bas well as\b/g, 'and'],
  [/\bdue to the fact that\b/g, 'because'],
  [/(?<=\w{3}s) (?:that|which) are (?=(?!used\b)[a-z]+ed\b)/g, ' '],
  [/^Add support for (?=\S)/, 'Support '],
]
const SUBJECT = String.raw`(?:(?!(?:that|which|who|whose|if|when|where|and|or|to|is|are|was|were|it|they|there|he|she|we|you|this|these|those)\b)[^\s,;:]+ ){1,5}?`
const ISSUE = `^Fix an? (?:issue|bug) where (${SUBJECT})`
/** "Fix an issue where the list is cut off" → "Fix the list being cut off"; one clause, whose subject holds no other. */
const ISSUE_BEING = new RegExp(
  String.raw`${ISSUE}(?:is|are|was|were) (?=(?!(?:not|never|now|still|always|already|also|only|on|in|at|no)\b)[a-z]+ )`,
)
const ISSUE_NOT_BEING = new RegExp(
  String.raw`${ISSUE}(?:(?:is|are|was|were)(?:n['’]t| not)|(?:can|could)(?:not| not|['’]t|n['’]t) be) (?=(?!(?:on|in|at|an?|the)\b)[a-z]+ )`,
)
/** "Fix an issue where search does not open on phones" → "Fix search not opening on phones". */
const ISSUE_NOT_DOING = new RegExp(String.raw`${ISSUE}(?:does|do)(?:n['’]t| not) (\w+ly )?([a-z]+) `)
const DOING: Record<string, string> = {
  causes: 'causing',
  crashes: 'crashing',
  fails: 'failing',
  fail: 'failing',
  hangs: 'hanging',
  ignores: 'ignoring',
  loses: 'losing',
  returns: 'returning',
  throws: 'throwing',
}
/** "Fix an issue where uploads fail when the disk is full" → "Fix uploads failing when …". */
const ISSUE_DOING = new RegExp(
  String.raw`${ISSUE}(${Object.keys(DOING).join('|')}) (?=(?:an?|the|to|when|if|on|in|after|while|with|for|even|because|its?|their|all|any)\b)`,
)
/** In these a word like "the" may be part of a name, or is said with weight. */
const QUOTED = /`[^`]*`|\([^()]*\)|"[^"]*"|“[^“”]*”|'[^']*'/g
/** An article that a headline can do without, as newspapers do: not behind "is", and not before "same" or "only". */
const ARTICLE =
  /(?<=[\w`)] )(?<!\b(?:is|are|was|were|be|been|being|now|becomes?|[Ss]uch|[Ww]hat|not|quite|[Aa]s|than|or|half|many) )(?:the|an?) (?!(?:same|only|other|way|one|ones|last|first|next|following|most|least|more|less|few|little|lot|number|front|default|fact|case|event|point|while|bit|fly|spot|user can|user will)\b)(?=[\p{L}\p{N}\u0001])/gu
const MOST_ARTICLES = 3

/** What a headline can do without before anything else goes. */
export function withoutAsides(text: string, limit: number): string {
  let tight = text
  for (const [aside, rest] of ASIDES) if (!fits(tight, limit)) tight = tight.replace(aside, rest)
  return text.startsWith(tight.slice(0, 8)) ? tight : sentenceCase(tight)
}

/** The sentence said shorter with nothing left out, where that makes it fit; as it was where it does not, or where an aside may go instead. */
export function tightened(text: string, limit: number): string {
  if (fits(text, limit)) return text
  const plain = concise(text)
  for (const shorter of [plain, withoutIssue(plain)]) {
    if (fits(shorter, limit)) return shorter
    if (fits(withoutAsides(shorter, limit), limit)) return shorter
    const headline = withoutArticles(shorter)
    if (headline !== null && fits(headline, limit)) return headline
  }
  return text
}

/** In fewer words, none of which is needed. */
export const concise = (text: string): string =>
  sentenceCase(WORDY.reduce((said, [wordy, plain]) => said.replace(wordy, plain), text))

const withoutIssue = (text: string): string =>
  text
    .replace(ISSUE_NOT_BEING, 'Fix $1not being ')
    .replace(ISSUE_NOT_DOING, (whole, subject: string, manner = '', verb: string) =>
      verb === 'work' || verbOf(verb)?.form === 'base'
        ? `Fix ${subject}not ${manner}${gerundOf(verb)} `
        : whole,
    )
    .replace(ISSUE_BEING, 'Fix $1being ')
    .replace(ISSUE_DOING, (_, subject: string, verb: string) => `Fix ${subject}${DOING[verb] ?? verb} `)

/** Null where so many would go that it reads like a telegram. */
function withoutArticles(text: string): string | null {
  const spans: string[] = []
  const open = text.replace(QUOTED, span => `\u0001${spans.push(span) - 1}\u0001`)
  if ((open.match(ARTICLE)?.length ?? 0) > MOST_ARTICLES) return null
  return open.replace(ARTICLE, '').replace(/\u0001(\d+)\u0001/g, (_, at) => spans[Number(at)] ?? '')
}
