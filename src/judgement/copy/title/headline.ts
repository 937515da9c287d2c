import { plainLine, tidy, withSpokenTags } from '#judgement/copy/text/markup.ts'
import { respelled, sentenceCase } from './case.ts'
import { asOrder } from './order.ts'
import { bareTitle } from './prefix.ts'
import { innerTitle, withoutReferences } from './references.ts'

/** As code hosts name the revert of a title. */
const REVERT = /^(?:revert|undo) ["“'‘](.*)["”'’](?: \(#\d+\))?$/i

/** The title as a sentence for customers, of whatever length and without a full stop; empty when only noise was in it. */
export function titleSentence(title: string): string {
  const [, reverted] = REVERT.exec(title) ?? []
  if (reverted !== undefined && /\p{L}/u.test(reverted)) return `Revert “${titleSentence(reverted)}”`
  const { text, verb } = bareTitle(plainLine(withSpokenTags(innerTitle(title))))
  const quiet = tidy(withoutReferences(text)).replace(/^v?(?=\d+\.\d\S*$)/, 'Version ')
  if (isForeign(quiet)) return sentenceCase(quiet)
  const meant = /^typos?\b/i.test(quiet) ? 'Fix' : verb
  return sentenceCase(respelled(asOrder(quiet, meant)))
}

/** Small words of languages that are written in the same letters as English, none of them English. */
const FOREIGN =
  /(?:^|\s)(?:der|das|und|für|mit|nicht|beim|wird|el|los|las|del|para|une|les|des|pour|dans|avec|sur|não|com|uma|ao|dos|della|degli|nella|een|het|voor|och|för|nie|przy)(?=\s|$)/gi

/** Another language than English, whose words no rule here knows. */
function isForeign(text: string): boolean {
  const prose = text.replace(/`[^`]*`/g, ' ')
  const foreign = prose.match(/[^\x00-\x7F\p{P}\p{S}\s]/gu)?.length ?? 0
  const small = prose.match(FOREIGN)?.length ?? 0
  return small >= 2 || foreign >= 3 || (small >= 1 && foreign >= 1)
}
