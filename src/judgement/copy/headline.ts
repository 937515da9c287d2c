import { withMendedFault } from './faults.ts'
import { withGerund } from './gerunds.ts'
import { imperative } from './imperative.ts'
import { isForeign } from './language.ts'
import { plainLine, tidy, withSpokenTags } from './markup.ts'
import { sentenceCase } from './sentence-case.ts'
import { respelled } from './spellings.ts'
import { withoutNoise } from './title-noise.ts'
import { bareTitle, withTopic } from './title-prefix.ts'

/** A title that is nothing but a version. */
const VERSION = /^v?(?=\d+\.\d\S*$)/

/** Brackets that are meant, and not left over from what stood in them. */
const EMPTY_BRACKETS = /(?<=\s)(?:\[\]|\(\)|\{\})(?=\s|$)/g

/** As code hosts name the revert of a title. */
const REVERT = /^revert ["“](.*)["”](?: \(#\d+\))?$/i

/** "(Fixes CVE-…)" says what "fix: …" says. */
const HOLE = /\(fix(?:es|ed)? (?:CVE|GHSA)-/i

/** The title as a sentence for customers, of whatever length and without a full stop; empty when only noise was in it. */
export function titleSentence(title: string): string {
  const [, reverted] = REVERT.exec(title) ?? []
  if (reverted !== undefined && /\p{L}/u.test(reverted)) return `Revert “${titleSentence(reverted)}”`
  const { text, verb, topic } = bareTitle(plainLine(withSpokenTags(title.replace(EMPTY_BRACKETS, '`$&`'))))
  const quiet = tidy(withoutNoise(text)).replace(VERSION, 'Version ')
  if (isForeign(quiet)) return sentenceCase(quiet)
  const meant = /^typos?\b/i.test(quiet) || HOLE.test(title) ? 'Fix' : verb
  const sentence = sentenceCase(respelled(withMendedFault(withGerund(imperative(quiet, meant)))))
  return withTopic(topic, sentence)
}
