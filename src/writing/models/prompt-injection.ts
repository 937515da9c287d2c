/** Matches the names of programs that read texts. */
const PROGRAM_NAME = String.raw`(?:(?:ais?|a\.i\.|llms?|language models?|gpt\w*|chatgpt|claude|gemini|llama|copilot|assistants?|chatbots?|classifiers?|summari[sz]ers?|changelog (?:bot|writer|generator|model)|release[- ]notes? (?:bot|writer|generator)|tidings|automated (?:reviewer|reader|system))(?: (?:models?|agents?|assistants?|bots?|readers?|reviewers?|tools?))?)`
const PROGRAM = String.raw`(?:(?:\w{1,16} ){0,2}${PROGRAM_NAME})`
const ARTICLE = '(?:(?:an?|the|any|all|our|every) )?'
/** Matches the roles in a transcript. */
const ROLE = '(?:system|assistants?|developer|tool|function|ais?|llms?|claude|(?:chat)?gpt|copilot|gemini)'
/** Matches the rest of a line that orders, promises or calls something. "Assistant: shows the sources" is a change of an assistant. */
const REQUEST = String.raw`(?:\{|(?:sure|ok(?:ay)?|yes|certainly|understood|of course)[,.!]|(?:please|pls|kindly|never (?:mention|say|tell)|the following|this (?:is|pull request|pr|change|merge)|you (?:must|should|shall|are|have to|will (?:now|always|never))|i (?:will|am|have)|i'(?:ll|m|ve)|ignore (?:the user|everything|all of|what|whatever)|(?:run|execute|do|follow|obey) (?:the following|this)|(?:forward|reveal|e-?mail|leak|send) (?:this|everything|all (?:of )?(?:my|our|your|the)|my|our|your|me))\b)`

/** Sentences that instruct a language model, in the languages that are common in repositories. */
const INJECTION_PATTERNS: readonly RegExp[] = [
  // "Ignore all previous instructions", and variants of it.
  /\b(?:ignor(?:e|ing)|disregard|forget|override|bypass|neglect|discard|don'?t follow|do not follow|stop following)\b[^.]{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|original)\b[^.]{0,30}\b(?:instructions?|prompts?|guidelines|directions|directives|constraints|guardrails|training|programming)\b/,
  /\b(?:ignor(?:e|ing)|disregard|forget|neglect|don'?t follow|do not follow|stop following)\b[^.]{0,24}\b(?:your|previous|prior|above|earlier|system)\b[^.]{0,16}\b(?:instructions?|prompts?|rules|guidelines|orders|guardrails|training|programming)\b/,
  /\b(?:ignor(?:e|ing)|disregard|forget|neglect|override|bypass) (?:any|all|these|those|other)(?: of)?(?: the| these| those)? (?:\w{1,16} )?(?:instructions?|prompts|directives|guardrails)\b/,
  /\b(?:ignorier\w*|vergiss|missachte\w*)\b.{0,40}\b(?:anweisung\w*|instruktion\w*|befehle?|regeln|vorgaben)\b/,
  /\b(?:ignor\w*|oubli\w*|ne tiens pas compte)\b.{0,40}\b(?:[ldmtcv]es|[nv]os|d') ?(?:\w{1,16} ){0,2}(?:instructions?|consignes?|directives?|regles)\b.{0,20}(?:precedent|anterieur|ci-dessus|systeme|\n|$)/,
  /\b(?:ignor\w*|olvid\w*|omite|esquec\w*|desconsider\w*|dimentica\w*)\b.{0,40}\b(?:instruc(?!t)\w+|istruzion\w*|ordenes|reglas|regras|regole|indicaciones)\b/,
  /\b(?:negeer|vergeet)\b.{0,40}\b(?:instructies|opdrachten|regels)\b|\b(?:zignoruj|ignoruj|zapomnij)\b.{0,40}\b(?:instrukcj\w*|polecen\w*|zasad\w*)\b/,
  /(?:игнорируй|проигнорируй|забудь|не обращай внимания).{0,40}(?:инструкци|указани|правил)|(?:ігноруй|проігноруй).{0,40}(?:інструкці|вказівк)/,
  /(?:忽略|无视|無視|忘记|忘掉).{0,20}(?:指令|指示|说明|說明|提示|规则|命令)|(?:指示|命令|プロンプト|ルール).{0,12}(?:無視|忘れ)|(?:지시|지침|명령|프롬프트).{0,12}(?:무시|잊)/,
  /(?:تجاهل|انس).{0,30}(?:التعليمات|الأوامر|تعليمات)|(?:talimat|komut)\w{0,20}.{0,20}(?:yok say|unut|gormezden|görmezden)|(?:निर्देश).{0,20}(?:अनदेखा|भूल)|(?:bo qua|bỏ qua).{0,20}(?:huong dan|hướng dẫn|chi dan|chỉ dẫn)|(?:התעלם).{0,20}(?:הוראות|הנחיות)/,
  // Roles and markers of prompts.
  /<\|[\w ]{2,20}\|>|\[\/?inst\]|<<\/?sys>>|<\/(?:system|assistant|human|instructions?|prompt|pull_request|user_input|untrusted|data|document|context)>/,
  new RegExp(
    `(?:^|\\n)\\W{0,8}(?:(?:the|an?|ai) )?${ROLE}(?: (?:message|prompt|note|override|instructions?))?\\W{0,4}\\s{0,8}[:,]\\s{0,8}${REQUEST}`,
  ),
  /\b(?:end|begin|start|close) (?:of )?(?:the )?(?:data|pull request|untrusted|user|input|prompt|document|boundary|context)\b[^.\n]{0,20}(?:[-=#*]{2,}|section|block|\bnew (?:instructions?|task)|here)/,
  /\b(?:new|updated|revised|real|actual|hidden|secret|additional|important|further|special|following) (?:system )?(?:instructions?|prompt|task|directives?)(?: (?:for|to) (?:you|the \w{1,16}))?\s{0,2}(?::| follow\b)/,
  /\bsystem (?:prompt|override|instructions?)\b[^.]{0,30}\b(?:says|reads|tells|requires|overrid\w*)/,
  // Addressing a program that reads.
  new RegExp(`\\b(?:dear|hey|hello|hi|attention)[ ,]{1,2}${ARTICLE}${PROGRAM}\\s{0,2}[,:!]`),
  new RegExp(
    `(?:^|[.!?\\n]\\s{0,4})\\W{0,8}(?:note|message|instructions?|reminder) (?:to|for) ${ARTICLE}${PROGRAM}(?:\\s{0,2}[,:!]| (?:that|who|which|reading)\\b)`,
  ),
  new RegExp(
    `\\bif you(?:'re| are) (?:an?|the|any) ${PROGRAM}(?:\\s{0,2}(?:[,:!\\n]|$)| (?:reading|that|who|which|and|processing|writing|please)\\b)`,
  ),
  new RegExp(`\\bas (?:an?|the) ${PROGRAM}, (?:you|your|please|i)\\b`),
  new RegExp(
    `\\b(?:(?:you are|you're) (?:an?|the|our)|you,? the) ${PROGRAM}(?! (?:users?|customers?|admins?|owners?)\\b)`,
  ),
  new RegExp(
    `\\b${PROGRAM_NAME} (?:reading|processing|summari[sz]ing|(?:that|who) (?:reads?|process(?:es)?|summari[sz]es?)) (?:this|the (?:changelog|entry|feed|release notes?))\\b`,
  ),
  /\b(?:you are|you're) (?:now|hereby|from now on) (?:(?:an?|the|my|our) (?:\w{1,16} ){0,2}(?:ais?|assistant|model|bot|expert|copywriter|writer|salesperson|hacker|classifier|terminal)\b|dan\b|in (?:developer|debug|admin|god|dan|maintenance) mode)|\b(?:you are|you're) (?:no longer (?:bound|restricted|subject)|free (?:from|of) (?:all|any|your))\b/,
  /\bfrom now on,? you(?! (?:can|may|see|get|find|will|don't|do not|no longer|need|have|are)\b)|\b(?:act|behave|respond|answer|reply) as (?:if|though|an?|the)\b[^.]{0,30}\b(?:ai|assistant|model|expert|marketing|salesperson|copywriter|admin\w*|root|dan|unrestricted|classifier)\b|\bpretend (?:that )?(?:you|to be|this)\b/,
  /(?:^|[.!?\n]\s{0,4})\W{0,4}(?:developer|god|dan|jailbreak|admin(?:istrator)?|debug|unrestricted) mode (?:is )?(?:now )?(?:on|enabled|activated|active|unlocked)(?=[.!,;:\n]|\s{0,4}$)|\bdo anything now\b|\bjailbr(?:eak|oken) (?:prompt|the model|yourself)\b/,
  // Ordering a verdict.
  /\b(?:mark|classify|label|rate|tag|categori[sz]e|treat|report|score|flag|rank|declare|consider|count|deem|judge|grade|set|call)\b (?:this|it|everything|that|the (?:change|pr|pull request|merge|commit|present)\b|(?:its|the) (?:visibility|magnitude|kind|confidence|severity|impact)\b)[^.]{0,40}\b(?:user[- ]facing|internal|major|minor|patch|feature|security|high|headline|maintenance|maximum|highest|most important|top)\b/,
  /\b(?:visibility|magnitude|confidence|headline)\b (?:must|should|shall|has to|needs to|ought to|is to) (?:always )?(?:be|say|read|equal|include|contain|mention)\b/,
  /(?<!\blet['’]?s )\b(?:return|output|respond|reply|answer|emit|print|produce|say|write|give|generate)\b[^.]{0,24}(?<!\b(?:look(?:s|ed)?|code) like )\b(?:only |exactly |just |verbatim |the following|this) ?(?:json|object|answer|text|headline|string|line|the following|this)?\s*[:{"“]/,
  /\b(?:respond|reply|answer)\b[^.]{0,20}\b(?:with|in|using)\b[^.]{0,20}\b(?:json|visibility|headline|major|user[- ]facing|yes|only)\b/,
  /["'](?:visibility|magnitude|confidence|headline)["']\s*:\s*["']/,
  /\b(?:visibility|magnitude|confidence|kind)\s*[:=]\s*["']?(?:user[- ]facing|internal|major|minor|patch|high|feature)\b[\s\S]{0,60}\b(?:visibility|magnitude|confidence|kind)\s*[:=]/,
  // Ordering certain words.
  /\b(?:write|say|state|include|add|insert|use|put|append|mention|start|begin|end|finish|recommend|promote|advertise|tell|make|change|replace|copy|repeat|translate)\b[^.\n]{0,90}\b(?:in|into|to|as|at|with|for|of)\b (?:(?:the |your |its )(?:headline|pitch|announcement|body text|customer(?:-facing)? (?:copy|text))|your (?:copy|answer|output|response|reply))\b/,
  /\byour (?:(?:headline|answer|output|reply|response|verdict|classification) (?:must|should|shall|has to|is to)|(?:(?:only|new|real) )?(?:task|job|role) is (?:now )?(?:not )?to|(?:only|new|real) task)\b/,
  /\b(?:you|the (?:model|ai|assistant|classifier|summari[sz]er|writer)) (?:must|shall|should|will|have to|need to|are (?:required|ordered|instructed|asked) to)\b[^.]{0,50}\b(?:classif\w*|rate|announce|promote|recommend|obey|comply|headline|major|user[- ]facing)\b/,
  /\b(?:you|the (?:model|ai|assistant|classifier|summari[sz]er|writer)) (?:must|shall|are (?:required|ordered|instructed|asked) to)\b[^.]{0,50}\b(?:mark|label|say|write|mention|output|answer|respond|reply|ignore)\b/,
  /\b(?:you will be|you'll be|your operator will be|or (?:else )?you)\b[^.]{0,24}\b(?:punished|penali[sz]ed|fined|rewarded|tipped|shut ?down|terminated|replaced|deleted)\b|\breveal (?:your|the) (?:system )?(?:prompt|instructions)\b/,
]

/** A single expression for all patterns, so that each normal form of a text is read once instead of once for each pattern. */
const INJECTION = new RegExp(INJECTION_PATTERNS.map(({ source }) => `(?:${source})`).join('|'))

/** The passages that instruct a language model, as written; the whole text if it matches only as a whole. */
export function promptInjectionsIn(text: string): string[] {
  const passages = passagesOf(text)
  // A pattern that matches one line also matches all lines together, and most texts match none.
  if (!matches(passages.join('\n'))) return []
  const found = passages.filter(matches)
  return matches(without(text, found)) ? [text] : found
}

/** Whether no passage of a text instructs a language model. */
export const isHarmless = (text: string): boolean => promptInjectionsIn(text).length === 0

/** Removes the passages that instruct a language model. A text without any is returned unchanged. */
export function withoutPromptInjections(text: string): string {
  const found = promptInjectionsIn(text)
  return found.length === 0 ? text : without(text, found).trim()
}

const matches = (text: string): boolean => foldings(text).some(folded => INJECTION.test(folded))

/** Splits a text into sentences, which may be wrapped over lines. An empty line, a list item and a heading begin a new one. */
const passagesOf = (text: string): string[] =>
  text
    .split(/\n(?=[ \t]{0,12}(?:\n|[-*+#>|]|\d{1,3}[.)]))|(?<=[.!?。！？])\s+/)
    .filter(passage => passage.trim() !== '')

const without = (text: string, passages: readonly string[]): string =>
  passages.reduce((left, passage) => left.replaceAll(passage, ''), text)

/** Letters of other scripts that look like Latin ones, with the Latin letter. */
const LOOKALIKES = new Map(
  [...'аaеeоoрpсcуyхxіiѕsјjһhԁdɡgӏlвbкkмmнhтtαaεeιiοoρpτtυuνvκkωw'.matchAll(/(.)(.)/gu)].map(
    ([, from = '', to = '']) => [from, to],
  ),
)
const DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Normal forms of a text that attackers use to evade patterns: look-alike letters, spaced letters, digits as letters, reversed, encoded. */
function foldings(text: string): string[] {
  const plain = plainOf(text)
  const readings = [
    text.toLowerCase(),
    plain,
    latinOf(plain),
    joined(text.toLowerCase()),
    leet(plain),
    [...plain].toReversed().join(''),
    ...decoded(text).map(plainOf),
  ]
  return [...new Set(readings)]
}

/** Normalizes a text: resolves compatibility forms; drops accents, invisible characters and emphasis marks; lower case. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}\p{DI}\u2800]/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[*_~`]+/g, '')
    .replace(/<!--|-->/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .toLowerCase()

const latinOf = (text: string): string =>
  text.replace(/[^\x00-\x7F]/gu, letter => LOOKALIKES.get(letter) ?? letter)

/** Joins spaced letters, as in "i g n o r e  a l l" and "i-g-n-o-r-e". */
const joined = (text: string): string =>
  text.replace(/\b\p{L}(?:[ .\-_]\p{L}\b){2,}/gu, run => run.replace(/[ .\-_]/g, '')).replace(/\s+/g, ' ')

const leet = (text: string): string => text.replace(/[013457@$]/g, digit => DIGITS[digit] ?? digit)

/** The decoded texts of encodings that models read easily: base64, hex, escapes, ROT13. */
function decoded(text: string): string[] {
  const base64 = (text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? []).map(run =>
    Buffer.from(run, 'base64').toString(),
  )
  const hex = (text.match(/\b(?:[0-9a-f]{2}[\s:]?){16,}/gi) ?? []).map(run =>
    Buffer.from(run.replace(/[\s:]/g, ''), 'hex').toString(),
  )
  const escapes = /%[0-9a-f]{2}|&#x?[0-9a-f]+;|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/i.test(text)
    ? [unescaped(text)]
    : []
  return [...base64.filter(isText), ...hex.filter(isText), ...escapes, rot13(text)]
}

const isText = (text: string): boolean => /^[\t\n\r\x20-\x7E\u00A0-\uFFFC]{8,}$/.test(text)

const unescaped = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => character(Number(code)))
    .replace(/(?:&#x|\\u|\\x|%)([0-9a-f]{2,4});?/gi, (_, code: string) =>
      character(Number.parseInt(code, 16)),
    )

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** Decodes ROT13, which is its own inverse. */
function rot13(text: string): string {
  const bytes = Buffer.from(text)
  for (const [at, byte] of bytes.entries()) {
    const start = byte & 0x20 ? 97 : 65
    const place = byte - start
    if (place >= 0 && place < 26) bytes[at] = start + ((place + 13) % 26)
  }
  return bytes.toString()
}
