import { sentencesOf } from '#judgement/text/sentences.ts'
import { isOnlyVerb, isOrder } from '#judgement/text/verbs.ts'
import { bareTitle } from '#judgement/title/prefix.ts'
import { codeSpans, contentOf, withoutCode } from './words.ts'

/** Compares a sentence with the clauses of its source that share most of its words: both must assert the same, or both the opposite. */

/** Matches words that turn a clause into its opposite. Two of them cancel each other ("prevents … from bypassing"). */
const TURN = new RegExp(
  [
    String.raw`n['’]t\b|\b(?:not|no|never|cannot|none of|nothing|neither|nor|without|unless|false|off|gone|absent|wrong(?:ly)?|incorrect(?:ly)?|stuck)\b`,
    String.raw`\b(?:hid(?:e|es|den|ing)?|conceal\w*|exclud\w+|omit\w*|remov\w+|dropp?(?:s|ed|ing)?|disabl\w+|prevent(?:s|ed|ing)?|avoid\w*|blocked|blocking|forbid\w*|disallow\w*|den(?:y|ies|ied)|reject\w*|refus\w+|ignor\w+|skip\w*|bypass\w*|fail\w*|crash\w*|broke|breaks|stop(?:s|ped|ping)?|los(?:e|es|t|ing)|lacks?|missed|suppress\w*|discard\w*|swallow\w*|forg(?:et|ets|ot)|invalidat\w+|revok\w+|hangs?|freez\w+|throws?|threw|panics?|overridden)\b`,
    String.raw`\b(?:unable|unused|unavailable|unsupported|invisible|uninstall\w*|unlink\w*|unset|unsubscrib\w*|disconnect\w*|disappear\w*)\b`,
    String.raw`(?<=\b(?:is|are|was|were|be|goes|went) )(?:missing|broken)\b|\bleav(?:e|es|ing)\b(?=[^,;]{0,80} out\b)|\bleft\b(?=[^,;]{0,80} out\b)|^block\b`,
  ].join('|'),
  'g',
)
/** Matches words for mending. What is mended works afterwards, whatever the trouble is called. */
const MENDED =
  /\b(?:fix(?:e[sd]|ing)?|resolve[sd]?|corrects|corrected|repair(?:s|ed)?|handle[sd]?|(?:add|show|include|restore)s? missing)\b/
/** Replaces phrases that use several words for one negation, or use one of the turning words in another sense. */
const SAME: readonly [RegExp, string][] = [
  [/\b(?:no|any) (?:longer|more)\b/g, ' not '],
  [/\b(?:throw|threw|fail)(?:s|ed)?(?: with)? an? error\b/g, ' failed '],
  [/\b(?:return(?:s|ed|ing)?|(?<=\d{3})) (?:an? )?(?:\d{3} )?errors?\b/g, ' answer '],
  [/\bnot (?:all|every|each)\b/g, ' not '],
  [/\bno more than\b|\bnot more than\b/g, ' at most '],
  [/\b(?:not only|no matter|whether or not|drag and drop|by default)\b/g, ' '],
  [/\b(?:instead of|rather than)\b[^,;.]*/g, ' '],
]

/** Pairs of opposites. The sentence contradicts its source if it has one of a pair where the source has the other. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:before|prior)$/, /^after(?:wards)?$/],
  [
    /^(?:more|increas\w*|larger|longer|bigger|higher|greater|raise[sd]?|above|exceed\w*|wider|better|newer)$/,
    /^(?:less|fewer|reduc\w*|smaller|shorter|lower\w*|decreas\w*|below|shrink\w*|minimi[sz]\w*|narrower|worse|older)$/,
  ],
  [/^(?:max\w*|most|limits?|limited)$/, /^(?:min(?:imum|imal)?|least|fewest)$/],
  [
    /^(?:all|every|each|entire\w*|whole|always|fully|complete\w*|both)$/,
    /^(?:some|partial\w*|partly|incomplete\w*|imperfect\w*|few|sometimes|occasionally|half)$/,
  ],
  [/^(?:all|every|each)$/, /^(?:one|single)$/],
  [/^(?:when|once|after)$/, /^until$/],
  [/^open(?:s|ed)?$/, /^close[sd]?$/],
  [/^expand\w*$/, /^collaps\w*$/],
  [/^(?:fast\w*|quick\w*)$/, /^slow\w*$/],
  [/^first$/, /^last$/],
  [/^(?:requir\w*|mandatory|must)$/, /^optional\w*$/],
  [/^automatic\w*$/, /^manual\w*$/],
  [/^temporar\w*$/, /^permanent\w*$/],
  [/^public\w*$/, /^private\w*$/],
  [/^ascending$/, /^descending$/],
  [/^lock(?:s|ed)?$/, /^unlock\w*$/],
]

const BEFORE =
  /\b(?:until now|so far|previously|formerly|prior to this|used to|in the past|originally|because of a bug)\b|^before,/
const IS_NOW = /\b(?:now|no longer|not any ?more|again|from now on|instead)\b/
const AT_PRESENT = /\b(?:currently|at the moment|as of today)\b/
const LATER = /\b(?:in the future|planned|going to|in a follow-?up|later on)\b/
const DEED = String.raw`(?:add|remov|renam|deprecat|chang|mov|replac|updat|fix|introduc|dropp|disabl|enabl|extend|improv)ed`
/** Matches a verb in the past after its subject, such as "showed only …". */
const DID = String.raw`(?<=[a-z] )(?<!\b(?:is|are|be|been|being|gets?|got|not|has|have|an?|the|of|and|or|for|with|by|in|on) )(?!(?:${DEED}|needed)\b)\w{3,}ed (?:an?|the|its|their|all|any|only|no|every|\d+)\b`
/**
 * Matches a verb in the past that has a subject. What was done in the pull request itself ("was removed",
 * "Removed …") is the present state.
 */
const PAST = new RegExp(
  String.raw`${DID}|\b(?<!\b(?:have|has) )(?:was|were|had|did|could|would)\b(?!(?: \w+ly)? ${DEED}| to be\b)|(?<=[^\s,;:] )(?<!\b(?:is|are|be|been|being|gets?|got|not|when|if|has|have|an?|the|of|and|or|for|with|by|that) )(?:failed|crashed|threw|broke|ignored|lost|caused|swallowed|prevented|returned|showed|hung|froze|stopped|disappeared|refused)\b`,
)
const BORDER =
  /[;()]|:(?=\s)|,(?=\s(?!(?:such|on|in|at|with|to|by|from|of|including|like|or)\b))|\s[–—-]\s|\b(?=(?:if|when|whenever|unless|while|where|because|so|but|although|which|that|who|in case|as long as|to avoid|to prevent|preventing|avoiding|without|by \w+ing)\b)/
/** Matches a clause that says when, why or how. It is only compared with other clauses of that kind. */
const ASIDE = /^(?:if|when|whenever|unless|while|where|in case|as long as|because|by)\b/

/** Matches a clause that says what the trouble led to. */
const RESULT = /^(?:causing|resulting in|leading to|leaving)\b/

/** Matches "Fix a rare bug where …", which describes the trouble that ends. */
const TROUBLE =
  /\b(?:fix(?:e[sd])? )?(?:an?|the|some) (?:[\w-]+,? ){0,4}(?:bugs?|issues?|problems?|regressions?|errors?)(?: (?:on|in|with|for)(?: [\w-]+){1,3})? (?:where|that|which|in which)\b/gi

interface Clause {
  /** How many words turn the clause into its opposite. If it is odd, the clause asserts the opposite of the same words without them. */
  turns: number
  time: 'before' | 'now' | 'later'
  isAside: boolean
  /** Whether the clause says neither what to do nor what is the case now. */
  isStatement: boolean
  words: readonly string[]
  /** Code spans and options. */
  codes: readonly string[]
  content: ReadonlySet<string>
}

/** The clauses of a text. A word of time before a comma ("Until now, …") applies to the clause after it. */
function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = []
  const presentIsBefore = !LATER.test(text.toLowerCase())
  for (const sentence of text.split('\n').flatMap(sentencesOf)) {
    let time: Clause['time'] | null = null
    let isHead = true
    for (const part of partsOfSentence(sentence.replace(TROUBLE, 'previously'))) {
      const said = SAME.reduce(
        (left, [form, word]) => left.replace(form, word),
        withoutNames(part).toLowerCase(),
      )
      const content = new Set(contentOf(part))
      const isResult = RESULT.test(said.trim())
      const own = isResult ? 'before' : timeOf(said, presentIsBefore)
      if (content.size === 0) {
        time = own ?? time
        continue
      }
      const isAside: boolean =
        ASIDE.test(said.trim()) || (!isHead && !isResult && /^[a-z]{2,}ing\b/.test(said.trim()))
      clauses.push({
        turns: MENDED.test(said) ? 0 : (said.trim().match(TURN)?.length ?? 0),
        time: isAside ? 'now' : (own ?? time ?? 'now'),
        isAside,
        isStatement:
          isHead &&
          own === null &&
          !isAside &&
          !(isOrder(part) || /^(?:do not|don['’]t|never) /i.test(part)) &&
          !MENDED.test(said),
        words: said.match(/[a-z]+/g) ?? [],
        codes: codesIn(part),
        content,
      })
      isHead &&= isAside
    }
  }
  return clauses
}

/** Matches verbs that are also qualities. */
const QUALITY =
  /^(?:lower|clear|clean|complete|correct|open|secure|separate|smooth|direct|present|empty|live)$/

const codesIn = (text: string): string[] => [
  ...codeSpans(text),
  ...(text.match(/(?<![\w`-])--[\w-]+/g) ?? []),
]

/** The parts of a sentence: "asks for it and retries" has two, "pages and posts" has one. */
const partsOfSentence = (sentence: string): string[] =>
  sentence
    .replace(/\b(?:and|or|then) (?=([a-z]+)\b)/g, (joint, next: string) =>
      isOnlyVerb(next) && !QUALITY.test(next) ? '; ' : joint,
    )
    .split(BORDER)
    .map(part => part.trim())
    .filter(part => part !== '')

function timeOf(said: string, presentIsBefore: boolean): Clause['time'] | null {
  if (BEFORE.test(said) || (presentIsBefore && AT_PRESENT.test(said))) return 'before'
  if (LATER.test(said)) return 'later'
  if (IS_NOW.test(said)) return 'now'
  return PAST.test(said) ? 'before' : null
}

/** The text without code, quotations and words spelled like names, which say nothing about the rest of the sentence. */
const withoutNames = (text: string): string =>
  withoutCode(text)
    .replace(/["“][^"“”]*["”]/g, ' x ')
    .replace(/\S+/g, word => (/_\w|\w\/|[a-z][A-Z]|\w\.\w|\w-\w|--\w/.test(word) ? 'x' : word))

/** The share of the shorter of two clauses that both contain. */
function overlap({ content: one }: Clause, { content: other }: Clause): number {
  const shared = [...one].filter(word => other.has(word)).length
  return shared / Math.max(FEWEST, Math.min(one.size, other.size))
}

const ALIKE = 0.5
/** If another clause of the sentence says something else, the sentence has to share this much with the source as a whole. */
const ALIKE_IN_ALL = 0.6
/** Clauses with fewer words than this must have more in common. */
const FEWEST = 3

/** What a sentence is based on, prepared for this check. */
interface Ground {
  /** The passage, followed by the title. */
  texts: readonly string[]
  /** Whether the change mends something. Then a plain statement with a negation describes the trouble. */
  isFix: boolean
  /** Whether the passage is from an issue, which describes the state before the change. */
  isReport: boolean
}

/** Whether the sentence says the contrary of what it is based on, as far as its words can tell. */
export function isTurned(sentence: string, ground: Ground): boolean {
  const said = clausesOf(sentence)
  const sources = ground.texts.map(text =>
    clausesOf(bareTitle(text.replace(/^[A-Za-z]{3,12}\/(?=\p{L})/u, '')).text),
  )
  if (sources.some(clauses => takesExceptionForCause(said, clauses))) return true
  const decided = said.map(clause => {
    for (const clauses of sources) {
      const source = closest(clause, clauses)
      if (source !== null) return differ(clause, source, ground)
    }
    return null
  })
  if (decided.includes(true)) return true
  if (decided.some((one, at) => one !== null && !said[at]?.isAside)) return false
  const whole = joined(said)
  const source = sources.map(joined).find(one => overlap(whole, one) >= ALIKE_IN_ALL)
  return source !== undefined && differ(whole, source, ground)
}

/** Whether a sentence says that `x` causes something, where the source says that it happens unless `x` is set. */
function takesExceptionForCause(said: readonly Clause[], clauses: readonly Clause[]): boolean {
  const [first] = said
  const exception = clauses.findIndex(
    ({ isAside, turns, codes }) =>
      isAside && turns % 2 === 1 && codes.some(code => first?.codes.includes(code)),
  )
  const rule = clauses[exception - 1]
  return (
    said.length === 1 &&
    first !== undefined &&
    rule !== undefined &&
    !rule.isAside &&
    first.turns % 2 === rule.turns % 2
  )
}

/** The clause that shares most words with this one; null if none shares enough, or too few words can be compared. */
function closest(clause: Clause, clauses: readonly Clause[]): Clause | null {
  const [best] = clauses
    .filter(({ isAside }) => isAside === clause.isAside)
    .map(source => ({ source, likeness: overlap(clause, source) }))
    .filter(({ likeness }) => likeness >= ALIKE)
    .toSorted((a, b) => b.likeness - a.likeness)
  return best?.source ?? null
}

const joined = (clauses: readonly Clause[]): Clause => ({
  turns: clauses.reduce((sum, { turns }) => sum + turns, 0),
  time: clauses.some(({ time }) => time === 'before') ? 'before' : 'now',
  isAside: false,
  isStatement: clauses.every(({ isStatement }) => isStatement),
  words: clauses.flatMap(({ words }) => words),
  codes: [],
  content: new Set(clauses.flatMap(({ content }) => [...content])),
})

function differ(said: Clause, source: Clause, { isFix, isReport }: Ground): boolean {
  if (source.time === 'later' && said.time !== 'later') return true
  const opposites = OPPOSITES.filter(pair => areOpposite(pair, said.words, source.words)).length
  const isTold = (isFix || isReport) && source.isStatement
  const isTrouble =
    source.time === 'before' || (isTold && (source.turns % 2 === 1 || source.words.includes('only')))
  // About something mended, a plain statement may describe the trouble or the present state.
  if (isTold && !isTrouble && source.turns % 2 === 0 && said.time === 'now')
    return opposites > 0 && said.turns % 2 === 0
  const sides = said.turns + source.turns + Number(said.time === 'before') + Number(isTrouble)
  return (sides + opposites) % 2 === 1
}

/** Whether each of two clauses has words of a different side of a pair that the other one lacks. */
function areOpposite(
  [a, b]: readonly [RegExp, RegExp],
  said: readonly string[],
  source: readonly string[],
): boolean {
  const own = said.filter(word => !source.includes(word))
  const others = source.filter(word => !said.includes(word))
  const has = (words: readonly string[], kind: RegExp) => words.some(word => kind.test(word))
  const isOf = (kind: RegExp, not: RegExp, words: readonly string[]) => has(words, kind) && !has(words, not)
  return (isOf(a, b, own) && isOf(b, a, others)) || (isOf(b, a, own) && isOf(a, b, others))
}
