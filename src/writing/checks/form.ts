import { sentencesOf } from '#judgement/text/sentences.ts'
import { fits } from '#judgement/text/shorten.ts'
import { safeText } from '#platform/text.ts'
import { type Copy, HEADLINE_LIMIT } from '../pitch.ts'
import { codeSpans, withoutCode } from './words.ts'

/** What is wrong, in words that complete "its words …", and the rule that it breaks. */
export interface WordsFault {
  fault: string
  rule: string
}

const MOST_SENTENCES = 3
const BODY_LIMIT = 600

/** A headline that is none, or too much of everything. */
export function sizeFault({ headline, body }: Copy): WordsFault | null {
  if (!/\p{L}.*\p{L}/u.test(headline)) return { fault: 'lack a headline', rule: 'Form, headline' }
  if (!fits(headline, HEADLINE_LIMIT)) return { fault: 'are too long for a headline', rule: 'Form, headline' }
  const isLong = !fits(body, BODY_LIMIT) || sentencesOf(body).length > MOST_SENTENCES
  return isLong ? { fault: 'go on for too long', rule: 'Form, sentences' } : null
}

const MARKUP =
  /<[a-z/!?|]|!\[|\]\s*[([]|\*\*|__|~~|&#?\w+;|\{\{|\[\[|^[ \t]*(?:#{1,6}\s|[-*+>]\s|\d+\.\s)|[|\\]/im
/** What stands before a title for colleagues, and the numbers of their tickets. */
const JARGON =
  /^(?:feat|fix|chore|docs|refactor|perf|test|ci|build|style|revert)(?:\([^)]*\))?!?:\s|(?:^|\s)#\d+|\[[A-Z]{2,}-\d+\]/
/** Letters that only look like the letters they are read as. */
const DISGUISED = /[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u2460-\u24FF]/u

/** What makes a line anything but plain text: markup, hidden characters, a type before it, links and mentions that are not the team's own. */
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

/** Addresses as people write them, with a scheme or without. */
const LINK =
  /\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+|\b(?:javascript|data|mailto|tel):\S+|\bwww\.\S+|(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+|(?<![\w-]|[\w-]\.)(?:[\w-]+\.)+(?:com|org|net|io|dev|app|ai|co|me|xyz|info|biz|link|site|online|shop|store|example|test|invalid|zip|ru|cn|de|uk|eu|us|gg|ly|sh|to|tv)\b(?:\/\S*)?/gi

/**
 * Links are only those of the title and of the team's own note: others in a description lead to tickets and sources, and
 * a customer who follows one of them follows whoever wrote it.
 */
function linkFault(text: string, lead: string): string | null {
  const found = text.match(LINK) ?? []
  const unknown = found
    .map(link => link.replace(/(?<![).,;:!?'"”’`])[).,;:!?'"”’`]+$/, ''))
    .find(link => !lead.includes(link.toLowerCase()))
  return unknown === undefined ? null : 'hold a link that is not the team’s own'
}

const MENTION = /(?<![\w/.])@[\w-]/
/** A package with its scope, which is no mention. */
const PACKAGE = /@[\w.-]+\/[\w.-]*\w/g

/** Nobody is mentioned. A package may stand in the copy: as code if the source has it, else if the title or the team's note has it. */
function mentionFault(text: string, lead: string, source: string): string | null {
  const known = codeSpans(text)
    .filter(code => source.includes(code.toLowerCase()))
    .flatMap(code => code.match(PACKAGE) ?? [])
  const rest = text.replace(PACKAGE, name =>
    known.includes(name) || lead.includes(name.toLowerCase()) ? '' : name,
  )
  return MENTION.test(rest) ? 'mention somebody' : null
}
