import { tellsCure } from './faults.ts'
import { uncapitalised } from './sentence-case.ts'

const NOT = `(?:(?:does|do|is|are|was|were|could|has|have)(?:n['’]t| not)|can(?:not| not|['’]t))`
/** What belongs to a clause, an order or a wish, so that the sentence is about something else. */
const NO_SUBJECT =
  /\b(?:when|where|that|which|who|whose|if|so|because|since|as|after|before|while|until|unless|to|whether|how|what|why|it|they|and|or|should|must|this|these|those|ensure|nothing|nobody|errors?|fix|always|actually)\b/i
/** "Search does not open on mobile": a subject of a few words, and what it does not do. */
const DENIAL = new RegExp(
  String.raw`^((?=[\w\x60])(?:[^\s,;:]+ ){1,6}?)${NOT} (?:(?:\w+ly|being|even|be) )?([a-z]+)`,
  'i',
)
/** What is better not done or not had: denied, it is the cure. */
const HARM =
  /^(?:need|require|corrupt|crash|exceed|allocate|leak|fail|block|break|overwrite|override|lose|throw|panic|hang|drop|duplicate|affect|interfere|conflict|overlap|cause|spam|clobber|depend|mutate|leave|expose|empty|null|nil|blank|negative|zero|allowed|duplicated|needed|required|counted|subject|double|modify|pollute|interrupt|touch|ignore|skip|error|time|reset|disappear|close|deprecated|safe|lost|broken|overwritten|cut|corrupted|truncated)(?:s|es|ed|ped|ked)?$/i
/** "Data not being sent", "Button not visible in the dark": no verb of a sentence, but a fault all the same. */
const BARE =
  /^(?:[^\s,;:]+ ){1,6}?not (?:being (?!null|nil|empty|an?\b)\w+|(?:visible|accessible|available|found|aligned|centered|clickable|selectable|editable|shown|displayed|rendered|applied|loaded|saved|updated|respected|preserved|translated|escaped|encoded|sorted|working|generated|created|detected|triggered|persisted)(?: (?:in|on|when|for|with|after|by|from|at|as|while|during)\b|$))/i

/**
 * A fix that says what does not happen tells the fault: "fix: search does not open" is no news for customers. Stays as it is
 * where it may as well be the cure; null where nothing is denied.
 */
export function mendedDenial(text: string): string | null {
  const [, subject = '', denied = ''] = DENIAL.exec(text) ?? []
  if (subject !== '' && HARM.test(denied)) return text
  if (tellsCure(text)) return null
  if (subject !== '') return NO_SUBJECT.test(subject) ? null : `Fix an issue where ${uncapitalised(text)}`
  const [bare] = BARE.exec(text) ?? []
  return bare === undefined || NO_SUBJECT.test(bare.replace(/ not .*/, ''))
    ? null
    : `Fix ${uncapitalised(text)}`
}
