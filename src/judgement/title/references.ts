import { withoutCodeSpans } from '#judgement/text/markup.ts'

/** Standards, models and units that are written like tickets. */
const STANDARDS =
  'AES|ARM|BASE|BCP|COVID|CRC|CVE|CWE|ECMA|ES|FIPS|GMT|GPT|HTTP|IEEE|IPV|ISO|LLAMA|MD|GTX|PEP|PKCS|PSR|RFC|RS|RTX|SHA|SOC|TLS|UCS|USB|UTC|UTF|WCAG'

/** Words before a number and a dash or a blank that are not the key of a tracker. */
export const NUMBERED = `${STANDARDS.toLowerCase()}|android|angular|code|day|error|ios|java|level|limit|macos|max|min|node|office|over|page|part|phase|php|port|postgres|python|rails|react|status|step|top|ubuntu|web|windows`

/** The source of a pattern: the number of a ticket (`ABC-123`, in Azure Boards `AB#123`, in Rally `US1234` and `DE1234`) in an issue tracker. */
export const TICKET = String.raw`(?!(?:${STANDARDS})-)\b(?:(?:[A-Z][A-Z0-9]{1,9}-|AB#)\d{1,6}|(?:US|DE)\d{4,7})(?![A-Za-z\d])`
/** The same in small letters, which only counts at the head of a title. */
export const LOWER_TICKET = String.raw`(?!(?:${NUMBERED})-)[a-z]{2,5}-\d{2,6}`
const TICKETS = new RegExp(TICKET, 'g')
export const withoutTickets = (title: string): string => title.replace(TICKETS, '')

/** A title's ticket at its head, with what parts it from the rest: `ABC-123: …`, `[ABC-123] …`, `Ticket ABC-123 - …`. */
export const TICKETED = new RegExp(
  String.raw`^(?:(?:JIRA|Jira|Ticket|Task|Issue|Story|[Ff]eature)(?: ?[:-] ?| ))?[[({<"]?${TICKET}[\])}>"]?(?: ?[:;|,/&–—-] ?| )(?=\S)`,
)

/** A source file as a place ("in server/jobs/mailer.go"). */
const SOURCE = String.raw`(?:[\w.-]*\/[\w./-]*\.(?:go|[cm]?[jt]sx?|py|rs|java|kt|php|rb|swift|cpp|cc|vue|svelte|s?css)|[\w.-]*\w\.(?:go|tsx?|jsx|py|rs|java|kt|php|rb|swift|cpp|svelte|s?css))`
const REPO = String.raw`(?:[\w.-]+\/[\w.-]+|\bAB(?=#))?`

/** What only means something inside the team, wherever it stands; and the sign that tells in less time where there is none. */
const NOISE: { sign: RegExp; patterns: RegExp[]; kept?: string }[] = [
  {
    sign: /[#!]\d/,
    patterns: [
      new RegExp(
        String.raw` ?[([](?: ?(?:(?:fix(?:es|ed)?|clos(?:es|ed?)|resolv(?:es|ed?)|see|refs?|issue|pr|part of|follow-?up to|for|re)(?:: ?| |(?=[#!])))?${REPO}[#!]\d+(?!\d)(?:,| and(?= ))?)+ ?[)\]]`,
        'gi',
      ),
    ],
  },
  {
    sign: /[([]/,
    patterns: [
      / ?\((?:fix(?:es|ed)?|clos(?:es|ed)|resolv(?:es|ed)):? \d{2,7}\)/gi,
      new RegExp(String.raw` ?[([]#?${TICKET}(?:[\s,;&/]+(?:and )?#?${TICKET})*[)\]]`, 'g'),
      / \[[\w:-]+\]$/g,
      / ?\[(?:skip ci|ci skip|no ci|skip[- ]changelog|no changelog)\]/gi,
      / ?[([](?:[\w./-]{1,40} )?(?:back-?port|forward-?port|cherry[- ]?pick|bp(?= #))(?:s|ed)?\b[^()[\]]{0,80}[)\]]/gi,
      / ?\[(?:(?:releases?|stable|branch|v)[-/ ]?)?v?\d+(?:[._](?:\d+|x)){1,3}\]$/gi,
      / ?\((?:for )?(?:(?:releases?|stable|branch)[-/ ]v?\d[\w.]*)\)$/gi,
      // Behind a name, it is the version of what is named.
      /(?<=\s[a-z]\S{0,40}) \((?:for )?v?\d+(?:\.\d+){0,2}\.x\)$/g,
      / [([]breaking(?: changes?)?[)\]]$/gi,
    ],
  },
  {
    sign: /port|pick/i,
    patterns: [
      /(?:[,:]| [-–—|]) (?:back-?port|forward-?port|cherry[- ]?pick)(?:ed)?(?: (?:(?:of|from|to|into) \S{1,60}|(?=\S{0,30}\d)\S{1,60}))?$/gi,
    ],
  },
  {
    sign: /#\d/,
    patterns: [
      new RegExp(
        String.raw`(?<![,;:\s–-])[,;:\s–-]*\b(?:fix(?:es|ed)?|clos(?:es|ed?)|resolv(?:es|ed?)|refs?|see)\b:? ${REPO}#\d+\b(?!['’]s)`,
        'gi',
      ),
      new RegExp(
        String.raw` ?\b(?:(?:introduced|reported) (?:by|in)|caused by|due to|because of|since|from|in|by|of|for|after|with|to|via|per) (?:(?:issue|pr|pull request) )?${REPO}#\d+\b`,
        'gi',
      ),
      / ?(?:(?<= )(?:and|or|&|\+) )?(?:\b(?:issue|pr|pull request) )?(?:(?<![\w.-])[\w.-]+\/[\w.-]+|\bAB(?=#))?#\d+\b(?:['’]s)?/gi,
    ],
  },
  { sign: /breaking/i, patterns: [/ [-–—] (?:BREAKING(?: CHANGES?)?|[Bb]reaking [Cc]hange)$/g] },
  {
    sign: /:\/\//,
    patterns: [/ ?(?:\b(?:of|at|in|to|from|see|for|via|per|with) )?[(<[]?\bhttps?:\/\/[^\s)>\]]+[)>\]]?/gi],
  },
  {
    sign: /@/,
    patterns: [
      /(?<![,;\s])[,;\s]*\b(?:thanks to|thanks|thx|cc|contributed by|by) @[\w-]+(?:(?:, ?| and | )@[\w-]+)*(?![\w/])[.!]*/gi,
      /(?<![,;\s])[,;\s]*\((?:thanks|thx|h\/t|cc)[^()]*\)| ?\(@[\w-]+\)/gi,
      /(?<=^|[\s(])@(?=[\w-]+(?![\w/-]))/g,
    ],
  },
  {
    sign: /\.[a-z]/,
    patterns: [
      new RegExp(
        String.raw` (?:in|inside|within|of|for|from) (?!\S*config\.)${SOURCE}(?:(?:,| and|, and|,? &) ${SOURCE})*(?: files?\b)?(?![\w.(/])`,
        'g',
      ),
    ],
  },
  {
    sign: /^(?:[Bb]ump|[Uu]pdate)/,
    patterns: [
      /^((?:[Bb]ump|[Uu]pdate)s? \S.{0,200}? to v?\d\S*)(?: in \/\S*)?(?: in the [\w.-]+ group)?(?: across \d+ director(?:y|ies))?$/,
    ],
    kept: '$1',
  },
  {
    sign: /add/,
    // What every change should come with is no news.
    patterns: [
      /(?:,? (?:and|&|\+)|,) add(?:s|ed)? (?:(?:some|more|missing|unit|regression|integration|e2e) )*(?:tests?|docs|documentation)(?: for (?:it|this))?$/,
    ],
  },
  { sign: /:[a-z]/, patterns: [/(?<![\w:]):[a-z][a-z0-9_+]{2,40}:(?![\w:])\s*/g] },
]

const PART = String.raw`[Pp]art (?:\d+(?: of \w+)?|I{1,3}|I?V)`
/** Read from the end, again and again: a second attempt is no news for a customer. */
const TAIL = new RegExp(
  String.raw`\s{0,4}(?:[-–—,:;|]\s{0,4})?(?:\((?:[Aa]gain|take \d+|v\d{1,2}|wip|WIP|${PART}|\d+\/\d+|attempt \d+|#?\d+)\)|\[(?:\d+\/(?:\d+|[Nn])|wip|WIP|v\d{1,2}|${PART})\]|\b(?:take \d+|${PART}|attempt \d+)|#?${TICKET}|\p{Extended_Pictographic}\u{FE0F}?|(?:[!.;:,–—&/|-]|(?<![\w+])\++){1,8})\s{0,4}$`,
  'u',
)
/** No tail is longer. */
const TAIL_READ = 60
/** Without ticket numbers, mentions, links, emoji codes and trailing attempts; code spans are left alone. */
export const withoutReferences = (title: string): string =>
  withoutCodeSpans(title, prose => {
    let text = prose
    for (const { sign, patterns, kept = '' } of NOISE)
      if (sign.test(text)) for (const pattern of patterns) text = text.replace(pattern, kept)
    return withoutOpenEnd(withoutTail(text), prose)
  })

/** Matches small words before a reference without brackets. */
const OPEN_END = /[,;:]?\s(?:and|or|&|of|to|for|in|on|at|by|with|from|as|into|via|per|see|the|an?)$/i

/** Without the small words that led to a reference at the end: "the findings on #7", but not "log in (#7)". */
function withoutOpenEnd(text: string, title: string): string {
  if (!title.startsWith(text) || !/^ [#!]?\w/.test(title.slice(text.length))) return text
  let rest = text
  while (OPEN_END.test(rest)) rest = rest.replace(OPEN_END, '')
  return rest
}

function withoutTail(text: string): string {
  let rest = text.trim()
  for (let round = 0; round < 6; round++) {
    const shorter = rest.slice(0, -TAIL_READ) + rest.slice(-TAIL_READ).replace(TAIL, '')
    if (shorter === rest || !/\p{L}/u.test(shorter)) break
    rest = shorter
  }
  return rest
}
