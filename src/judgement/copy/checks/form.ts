import { fits } from '#judgement/copy/text/graphemes.ts'
import { sentencesOf } from '#judgement/copy/text/sentences.ts'
import { safeText } from '#platform/text.ts'
import { HEADLINE_LIMIT } from '../pitch.ts'
import { type Check, withoutCode } from './check.ts'

const MOST_SENTENCES = 3
const BODY_LIMIT = 600

/** A headline that is none, or too much of everything. */
export const size: Check = ({ headline, body }) => {
  if (!/\p{L}.*\p{L}/u.test(headline)) return 'lack a headline'
  if (!fits(headline, HEADLINE_LIMIT)) return 'are too long for a headline'
  const isLong = !fits(body, BODY_LIMIT) || sentencesOf(body).length > MOST_SENTENCES
  return isLong ? 'go on for too long' : null
}

const MARKUP =
  /<[a-z/!?|]|!\[|\]\s*[([]|\*\*|__|~~|&#?\w+;|\{\{|\[\[|^[ \t]*(?:#{1,6}\s|[-*+>]\s|\d+\.\s)|[|\\]/im
/** What stands before a title for colleagues, and the numbers of their tickets. */
const JARGON =
  /^(?:feat|fix|chore|docs|refactor|perf|test|ci|build|style|revert)(?:\([^)]*\))?!?:\s|(?:^|\s)#\d+|\[[A-Z]{2,}-\d+\]/
/** Letters that only look like the letters they are read as. */
const DISGUISED = /[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u2460-\u24FF]/u

/** Plain text: no markup, nothing unseen, no ticket number, no type before the headline. */
export const plainness: Check = ({ headline, body }) => {
  const text = `${headline}\n${body}`
  if (safeText(text) !== text || DISGUISED.test(text)) return 'hold characters that nobody sees as they are'
  if (MARKUP.test(withoutCode(headline)) || MARKUP.test(withoutCode(body))) return 'hold markup'
  if (text.split('`').length % 2 === 0) return 'hold markup'
  return JARGON.test(headline) || JARGON.test(body) ? 'speak to colleagues' : null
}
