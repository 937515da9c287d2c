/** Standards, models and units that are written like tickets. */
const STANDARDS =
  'AES|ARM|BASE|CVE|CWE|ECMA|EIP|ES|FIPS|GLM|GMT|GPT|GPTQ|HS|HTTP|IEEE|IPV|ISO|LLAMA|MD|MSC|PEP|PKCS|RFC|RS|SHA|TLS|UTC|UTF|WCAG'

/** The source of a pattern: the number of a ticket (`ABC-123`) in an issue tracker. */
export const TICKET = String.raw`(?!(?:${STANDARDS})-)\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b`
