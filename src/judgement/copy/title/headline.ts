import { plainLine, tidy, withSpokenTags } from '#judgement/copy/text/markup.ts'
import { sharedStems } from '#judgement/copy/text/sentences.ts'
import { respelled, sentenceCase, uncapitalised } from './case.ts'
import { asOrder } from './order.ts'
import { bareTitle } from './prefix.ts'
import { withoutReferences } from './references.ts'
import { isThin } from './thin.ts'

/** As code hosts name the revert of a title. */
const REVERT = /^revert ["“](.*)["”](?: \(#\d+\))?$/i

/** The title as a sentence for customers, of whatever length and without a full stop; empty when only noise was in it. */
export function titleSentence(title: string): string {
  const [, reverted] = REVERT.exec(title) ?? []
  if (reverted !== undefined && /\p{L}/u.test(reverted)) return `Revert “${titleSentence(reverted)}”`
  const { text, verb, scope } = bareTitle(plainLine(withSpokenTags(title)))
  const quiet = tidy(withoutReferences(text)).replace(/^v?(?=\d+\.\d\S*$)/, 'Version ')
  if (isForeign(quiet)) return sentenceCase(quiet)
  const meant = /^typos?\b/i.test(quiet) ? 'Fix' : verb
  return inScope(respelled(asOrder(quiet, meant)), scope)
}

/** A sentence of more words says by itself what it is about. */
const MOST_WORDS = 4
/** One word, which may be of two parts. */
const PART = /^[a-z][a-z0-9.]{2,}(?:-[a-z0-9]+)?$/
/** Scopes that name a layer of the code, or the work. */
const LAYER =
  /^(?:all|android|app|apps|backend|build|changelog|client|cmd|common|compat|config|core|database|deps|dev|docs|e2e|frontend|i18n|internal|ios|lib|lint|main|misc|model|pkg|queries|ref|release|repo|schema|sdk|server|shared|src|storage|style|tests?|types|utils?|web|webapp|website)$|\d{3}/i

/** "fix(portal): harden sessions" → "Portal: harden sessions": a short sentence keeps the part of the product that it is about. */
function inScope(sentence: string, scope: string | null): string {
  if (scope === null || !PART.test(scope) || LAYER.test(scope)) return sentenceCase(sentence)
  const isLong = sentence.split(' ').length > MOST_WORDS
  const isNamed =
    sharedStems(scope, sentence) > 0 || / (?:between|for|from|in|on|to|when|with) |:\s/.test(sentence)
  if (isLong || isNamed || isThin(sentence)) return sentenceCase(sentence)
  return `${sentenceCase(scope.replace('-', ' '))}: ${uncapitalised(sentence)}`
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
