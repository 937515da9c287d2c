/** Standards, models and units that are written like tickets. */
const STANDARDS =
  'AES|ARM|BASE|CVE|CWE|ECMA|ES|FIPS|GMT|GPT|HTTP|IEEE|IPV|ISO|LLAMA|MD|PEP|PKCS|RFC|RS|SHA|TLS|UTC|UTF|WCAG'

/** The source of a pattern: the number of a ticket (`ABC-123`) in an issue tracker. */
export const TICKET = String.raw`(?!(?:${STANDARDS})-)\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b`

/** Years, round numbers, sizes and ports, which are no issues'. */
const COUNTED = '(?:19|20)\\d\\d|\\d+000|1024|2048|4096|8192|16384|32768|65535|65536|8080|8443|9090'
/** What follows a number that is no ticket's: "4521 errors". */
const MEASURED = String.raw`(?:errors?|exceptions?|responses?|status|pages?|times|ms|[kmg]b)\b`

/** Bare numbers of issues before a title's words: "11675 Avoid …", "11444 11441 fix …". */
export const BARE_NUMBER = new RegExp(
  String.raw`^(?:(?!(?:${COUNTED})\b)\d{4,6}(?:,? +| ?& ?))+(?!(?:is|are|was|were)\b|${MEASURED})(?=[\p{L}"“'‘${'`'}]+\S* ?\S)`,
  'iu',
)

/** A title's ticket at its head, with what parts it from the rest: `ABC-123: …`, `[ABC-123] …`. */
export const TICKETED = new RegExp(String.raw`^[[(]?${TICKET}[\])]?(?: ?[:|,–-] ?| )(?=\S)`)
