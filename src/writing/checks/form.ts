import { sentencesOf } from '#judgement/text/sentences.ts'
import { fits } from '#judgement/text/shorten.ts'
import { safeText } from '#platform/text.ts'
import { type Copy, HEADLINE_LIMIT } from '../pitch.ts'
import { codeSpans, withoutCode } from './words.ts'

/** A fault in words that complete "its words …", and the rule that it breaks. */
export interface WordsFault {
  fault: string
  rule: string
  /** The only sentence that has it; left out for a fault of the words as a whole. */
  sentence?: string
}

const MOST_SENTENCES = 3
const BODY_LIMIT = 600

/** The fault of words without a headline, or with too much text. */
export function sizeFault({ headline, body }: Copy): WordsFault | null {
  if (!/\p{L}.*\p{L}/u.test(headline)) return { fault: 'lack a headline', rule: 'Form, headline' }
  if (!fits(headline, HEADLINE_LIMIT)) return { fault: 'are too long for a headline', rule: 'Form, headline' }
  const isLong = !fits(body, BODY_LIMIT) || sentencesOf(body).length > MOST_SENTENCES
  return isLong ? { fault: 'go on for too long', rule: 'Form, sentences' } : null
}

const MARKUP =
  /<[a-z/!?|]|!\[|\]\s*[([]|\*\*|__|~~|&#?\w+;|\{\{|\[\[|^[ \t]*(?:#{1,6}\s|[-*+>]\s|\d+\.\s)|[|\\]/im
/** Matches what precedes a title written for colleagues, and the numbers of their tickets. */
const JARGON =
  /^(?:feat|fix|chore|docs|refactor|perf|test|ci|build|style|revert)(?:\([^)]*\))?!?:\s|(?:^|\s)#\d+|\[[A-Z]{2,}-\d+\]/
/** Matches letters that only look like the ones they are read as. */
const DISGUISED = /[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u2460-\u24FF]/u

/**
 * The fault of a line that is not plain text: markup, hidden characters, a leading type, and links and
 * mentions that are not the team's own.
 */
export function formFault(
  text: string,
  { title, note, known }: Record<'title' | 'note' | 'known', string>,
): WordsFault | null {
  const lead = `${title}\n${note}`.toLowerCase()
  const fault = plainnessFault(text) ?? mentionFault(text, lead, known.toLowerCase()) ?? linkFault(text, lead)
  return fault === null ? null : { fault, rule: 'Form, plain text' }
}

function plainnessFault(text: string): string | null {
  if (safeText(text) !== text || DISGUISED.test(text)) return 'hold characters that nobody sees as they are'
  if (MARKUP.test(withoutCode(text)) || text.split('`').length % 2 === 0) return 'hold markup'
  return JARGON.test(text) ? 'speak to colleagues' : null
}

/** Matches addresses as people write them, with or without a scheme. Those of stores and databases are values that nobody follows. */
const LINK =
  /\b(?!(?:s3a?|gs|gcs|abfss?|wasbs?|hdfs|oci|docker|postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|nats|sqlite|unix):)[a-z][a-z0-9+.-]{0,20}:\/\/\S+|\b(?:javascript|data|mailto|tel):\S+|\bwww\.\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+|(?<![\w-]|[\w-]\.)(?:[\w-]+\.)+(?:com|org|net|io|dev|app|ai|co|me|xyz|info|biz|link|site|online|shop|store|example|test|invalid|zip|ru|cn|de|uk|eu|us|gg|ly|sh|to|tv)\b(?:\/\S*)?/gi

/**
 * The fault of a link that is neither in the title nor in the team's own note. Other links of a description
 * lead to tickets and sources, and a customer should not follow a stranger's link.
 */
function linkFault(text: string, lead: string): string | null {
  const found = text.match(LINK) ?? []
  const unknown = found
    .map(link => link.replace(/(?<![).,;:!?'"”’`])[).,;:!?'"”’`]+$/, ''))
    .find(link => !lead.includes(link.toLowerCase()))
  return unknown === undefined ? null : 'hold a link that is not the team’s own'
}

const MENTION = /(?<![\w/.])@[\w-]/
/** Matches a package with its scope, which is not a mention. */
const PACKAGE = /@[\w.-]+\/[\w.-]*\w/g

/**
 * The fault of a mention: people are never mentioned. A package may be named as code if the source has it,
 * and otherwise if the title or the team's note has it.
 */
function mentionFault(text: string, lead: string, source: string): string | null {
  const codes = codeSpans(text).filter(code => source.includes(code.toLowerCase()))
  const known = codes.flatMap(code => code.match(PACKAGE) ?? [])
  // Within code a sign that does not begin a word is an operator, as in XPath's `//a[@href]`.
  const told = codes
    .filter(code => !/(?<!\S)@/.test(code))
    .reduce((left, code) => left.replace(code, ''), text)
  const rest = told.replace(PACKAGE, name =>
    known.includes(name) || lead.includes(name.toLowerCase()) ? '' : name,
  )
  return MENTION.test(rest) ? 'mention somebody' : null
}
