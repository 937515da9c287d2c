import { sentenceCase } from '#judgement/copy/title/case.ts'
import { isDeed, thirdOf, verbOf } from '#judgement/copy/title/verbs.ts'

const CHANGE = `(?:(?:in |with )?(?:this|the) (?:pr|pull request|merge request|mr|commit|change|patch|changeset|update|feature|release|fix)|this)`
const AUTHOR = `(?:we|I)(?:['’](?:ve|ll)| have| will)?`
const ADVERBS = '(?:also |now |simply |just |then )*'

/** What leads into a sentence. Where a group holds the word that follows, that has to be a verb. */
const LEAD_INS: [RegExp, string][] = [
  [
    /^(?:(?:⚠️?\s*)?breaking(?: changes?)?|tl;?dr|summary|fix|feat|feature|solution|what|(?:pr )?description)\s*:\s+(?=\S)/i,
    '',
  ],
  [
    /^this (?:pr |change |commit )?makes it so (?:that )?(?=\S)|^[a-z]+(?:\([^()]*\))?!?: (?=\S)|^pr description /i,
    '',
  ],
  [
    /^(?:so|also|similarly|additionally|in addition|furthermore|moreover|besides(?: that)?|finally|specifically|in short|as a result|to (?:fix|solve|address) (?:this|that)(?: (?:issue|problem|concern|bug))?|with this(?: change| pr| update)?|after this(?: change| pr| fix)?|in particular|therefore|thus|while (?:we['’]re )?at it),? +(?=\S)/i,
    '',
  ],
  [
    new RegExp(
      `^${CHANGE},? (?:we |I )?${ADVERBS}(?:aims to |attempts to |is to |will )?(?=([a-z]+)\\b)`,
      'i',
    ),
    '',
  ],
  [new RegExp(`^${AUTHOR} ${ADVERBS}(?=([a-z]+)\\b)`, 'i'), ''],
  [
    /^(?:adds? (?:the )?(?:ability|option|possibility) (?:for (?:users|people|admins) )?to |(?:allow(?:s|ed|ing)?|enables?|lets?|permits?|makes? it possible for|gives?) (?:(?:users?|you|people|customers|admins?|developers|the user) (?:to |the (?:ability|option) to )?|to |the (?:ability|option) to ))(?!to )(?=[a-z]+ (?!.*\b(?:they|their|them)\b))/i,
    'You can now ',
  ],
]

/** The sentence as the product would say it: "This PR adds …" → "Adds …", "Allows users to …" → "You can now …". */
export function inProductVoice(sentence: string): string {
  let said = sentence.trim()
  for (const [lead, plain] of LEAD_INS) {
    const next = lead.exec(said)
    if (next === null) continue
    const verb = next[1] === undefined ? undefined : verbOf(next[1])
    if (next[1] !== undefined && (verb === undefined || verb.form === 'gerund')) continue
    said = plain + said.slice(next[0].length)
  }
  return sentenceCase(inPresent(said))
}

/** Not customers, who may be the customers of the reader; not where the rest of the sentence names them again, or already speaks to the reader: "you" would then be somebody else. */
const USERS_CAN =
  /(?<=^(?:- )?|[.!?] )(?:Users|The user) (?:can|(?:is|are) (now )?able to)(?= )((?: now| also)* [a-z]+ )?(their (?:own )?)?(?![^.!?\n]*\b(?:they|their|them|themselves|you|your|we|our)\b)/gm

/** Speaks to the reader: "Users can now change their avatar." → "You can now change your avatar." */
export const spokenToReader = (text: string): string =>
  text.replace(
    USERS_CAN,
    (_, now = '', verb = '', their = '') => `You can${now && ' now'}${verb}${their.replace('their', 'your')}`,
  )

/** "Added a filter" → "Adds a filter", unless a later verb had to follow. */
function inPresent(said: string): string {
  const [, first = '', rest = ''] =
    /^(Added|Introduced|Fixed|Enhanced|Updated|[A-Z][a-z]+(?= (?:an?|the|its|their|all|new) ))( (?!by |in |on |to |for |via |with |from |when |at |as ).*)/i.exec(
      said,
    ) ?? []
  const verb = verbOf(first)
  const isPlain =
    verb?.form === 'past' && isDeed(first, verb) && !/[,;]| (?:and|but|or|are|is|now|can|come) /.test(rest)
  return isPlain ? thirdOf(verb.base) + rest : said
}

/** What an aside in brackets holds that is for colleagues: numbers of issues, addresses and names of the code. */
const ASIDE =
  /https?:|#\d|\b[A-Z]{2,6}-\d{3}|\b(?:see|cf)\b|\w\(|[a-z]_[a-z]|[a-z]{2}[A-Z][a-z]|\w\.(?:tsx?|jsx?|go|py|rs|rb)\b/
const REFERENCE =
  /(?:,? (?:see|in|from|via|since|as of|fixes|closes))?(?<!\b(?:with|by|of|to|for|and|than|on|after|like|is)) (?:[\w.-]+\/[\w.-]+)?#\d+(?=[,.;)]|$)/gi

export const withoutAsides = (text: string): string =>
  text
    .replace(/\s\([^()]*\)/g, aside => (ASIDE.test(aside) && !/\bonly\b/.test(aside) ? '' : aside))
    .replace(REFERENCE, '')
