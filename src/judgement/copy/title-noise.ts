import { TICKET } from './tickets.ts'

/** A source file as a place ("in server/jobs/mailer.go"); "Next.js" and files that customers write are none. */
const SOURCE = String.raw`(?:[\w.-]*\/[\w./-]*\.(?:go|[cm]?[jt]sx?|py|rs|java|kt|php|rb|lua|swift|cpp|cc|vue|svelte|s?css)|[\w.-]*\w\.(?:go|tsx?|jsx|py|rs|java|kt|php|rb|lua|swift|cpp|cc|svelte|s?css))`
const FILE = new RegExp(
  String.raw` (?:in|inside|within|of|for|from) (?!\S*config\.)${SOURCE}(?:(?:,| and|, and|,? &) ${SOURCE})*(?: files?\b)?(?![\w.(/])`,
  'g',
)

/** Where in the source a dependency was updated, and with which others. */
const DEPENDABOT =
  /^((?:[Bb]ump|[Uu]pdate)s? \S.{0,200}? to v?\d\S*)(?: in \/\S*)?(?: in the [\w.-]+ group)?(?: across \d+ director(?:y|ies))?$/

/** What only means something inside the team, wherever it stands in the line; and the sign that tells in less time where there is none. */
const NOISE: { sign: RegExp; patterns: RegExp[]; kept?: string }[] = [
  {
    sign: /[#!]\d/,
    patterns: [
      / ?[([](?: ?(?:(?:fix(?:es|ed)?|clos(?:es|ed?)|resolv(?:es|ed?)|see|refs?|issue|pr|part of|follow-?up to|for|re)(?:: ?| |(?=[#!])))?(?:[\w.-]+\/[\w.-]+)?[#!]\d+(?!\d)(?:,| and(?= ))?)+ ?[)\]]/gi,
    ],
  },
  {
    sign: /[([]/,
    patterns: [
      new RegExp(String.raw` ?[([]#?${TICKET}(?:[\s,;&/]+(?:and )?#?${TICKET})*[)\]]`, 'g'),
      / \[[\w:-]+\]$/g,
      / ?\[(?:skip ci|ci skip|no ci|skip[- ]changelog|no changelog|backport[^[\]]*)\]/gi,
    ],
  },
  {
    sign: /#\d/,
    patterns: [
      /(?<![,;:\s–-])[,;:\s–-]*\b(?:fix(?:es|ed)?|clos(?:es|ed?)|resolv(?:es|ed?)|refs?|see)\b:? (?:[\w.-]+\/[\w.-]+)?#\d+\b(?!['’]s)/gi,
      / ?\b(?:(?:introduced|reported) (?:by|in)|caused by|due to|because of|since|from|in|by|of|for|after|with|to|via|per) (?:(?:issue|pr|pull request) )?(?:[\w.-]+\/[\w.-]+)?#\d+\b/gi,
      / ?(?:\b(?:issue|pr|pull request) )?(?:(?<![\w.-])[\w.-]+\/[\w.-]+)?#\d+\b(?:['’]s)?/gi,
    ],
  },
  {
    sign: /:\/\//,
    patterns: [/ ?(?:\b(?:of|at|in|to|from|see|for|via|per|with) )?[(<[]?\bhttps?:\/\/[^\s)>\]]+[)>\]]?/gi],
  },
  { sign: /\(/, patterns: [/(?<![,;\s])[,;\s]*\((?:thanks|thx|h\/t|cc)[^()]*\)/gi] },
  {
    sign: /@/,
    patterns: [
      /(?<![,;\s])[,;\s]*\b(?:thanks to|thanks|thx|cc|contributed by|by) @[\w-]+(?:(?:, ?| and | )@[\w-]+)*(?![\w/])[.!]*/gi,
      / ?\(@[\w-]+\)/g,
    ],
  },
  { sign: /\.[a-z]/, patterns: [FILE] },
  { sign: /^(?:[Bb]ump|[Uu]pdate)/, patterns: [DEPENDABOT], kept: '$1' },
  { sign: /: /, patterns: [/,? \(?\b(?:part|pt\.?) \d+\)?(?=: )/gi] },
  { sign: /@/, patterns: [/(?<=^|[\s(])@(?=[\w-]+(?![\w/-]))/g] },
  { sign: /:[a-z]/, patterns: [/(?<![\w:]):[a-z][a-z0-9_+]{2,40}:(?![\w:])\s*/g] },
]

/** Read from the end, again and again: a second attempt is no news for a customer. */
const TAIL = new RegExp(
  String.raw`\s*(?:[-–—,:;|]\s*)?(?:\((?:[Aa]gain|take \d+|v\d{1,2}|wip|WIP|part \d+|pt\.? ?\d+|\d+\/\d+|attempt \d+|round \d+|try \d+|#?\d+)\)|\[(?:\d+\/\d+|wip|WIP|v\d{1,2})\]|(?<!\b(?:try|once|over|and) )\b(?:again|take \d+|part \d+|pt\.? ?\d+|attempt \d+|round \d+|\d(?:nd|rd|th) try|second try)|#?${TICKET}|\p{Extended_Pictographic}\u{FE0F}?|(?:[!.;:,–—&/|-]|(?<![\w+])\++)+)\s*$`,
  'u',
)

/** No tail is longer. */
const TAIL_READ = 60

/** What every tail ends with: of the letters only those of "again" and "try". */
const MAY_BE_TAIL = /[^a-z]$|in$|ry$/

const CODE = /`[^`]*`/g

/** "…, per:" led to an address, or to the lines below. */
const LEAD_OUT = /,?\s(?:per|see|via)$/i
/** No sentence ends with these: the title was cut when it was typed. */
const CUT_OFF =
  /\s(?:a|an|the|and|or|of|to|for|in|on|at|by|with|from|as|is|are|that|which|when|where|if|into|not)$/i

/** Without ticket numbers, mentions, links, emoji codes and trailing attempts; what stands in code spans is left alone. */
export function withoutNoise(title: string): string {
  if (!/[#@!:/.[(\u0001]/.test(title)) return withoutTail(title)
  const spans: string[] = []
  let text = title.replace(CODE, span => `\u0001${spans.push(span) - 1}\u0001`)
  for (const { sign, patterns, kept = '' } of NOISE)
    if (sign.test(text)) for (const pattern of patterns) text = text.replace(pattern, kept)
  return restored(withoutTail(text), spans)
}

function withoutTail(text: string): string {
  let rest = text.trim()
  for (let round = 0; round < 6; round++) {
    if (!MAY_BE_TAIL.test(rest.slice(-2))) break
    const shorter = rest.slice(0, -TAIL_READ) + rest.slice(-TAIL_READ).replace(TAIL, '')
    if (shorter === rest || !/\p{L}/u.test(shorter)) break
    rest = shorter
  }
  return /(?:\.\.\.|…)\s*$/.test(text) && CUT_OFF.test(rest)
    ? `${withoutEnd(rest, CUT_OFF)}…`
    : rest.replace(LEAD_OUT, '')
}

/** Nobody breaks off behind more words of this kind than three. */
function withoutEnd(text: string, end: RegExp): string {
  let rest = text
  for (let round = 0; round < 3 && end.test(rest); round++) rest = rest.replace(end, '')
  return rest
}

const restored = (text: string, spans: string[]): string =>
  text.replace(/\u0001(\d+)\u0001/g, (_, at) => spans[Number(at)] ?? '')
