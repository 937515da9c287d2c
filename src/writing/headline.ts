import { plainLine, tidy, withSpokenTags } from '#judgement/text/markup.ts'
import { writtenTitle } from '#judgement/title/host-made.ts'
import { bareTitle } from '#judgement/title/prefix.ts'
import { withoutReferences } from '#judgement/title/references.ts'

/** As code hosts and conventional commits name the revert of a title. */
const REVERT = /^(?:revert|undo) ["“'‘](.*)["”'’](?: \(#\d+\))?$|^revert(?:\([^()]{1,60}\))?!?: (\S.*)$/i

/**
 * The title as a sentence for customers, of whatever length and without a full stop; empty where only noise was in it. What is left of it
 * is as it was written but for the capital: no verb is turned, nothing is added.
 */
export function titleSentence(title: string): string {
  const [, quoted, reverted = quoted] = REVERT.exec(title) ?? []
  if (reverted !== undefined && /\p{L}/u.test(reverted)) return `Revert “${titleSentence(reverted)}”`
  const text = withoutPrefix(plainLine(withSpokenTags(writtenTitle(title))))
  return sentenceCase(tidy(withoutReferences(text)).replace(/^v?(?=\d+\.\d\S*$)/, 'Version '))
}

/** A line without what stands before its sentence. A fault that its first word tells keeps the "fix" of its prefix. */
export function withoutPrefix(line: string): string {
  const { text, isFix } = bareTitle(line)
  return isFix && NAMED_FAULT.test(text) && !FINITE.test(text)
    ? `fix ${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text
}

/** Does the title say that something was mended? */
export const tellsFix = (title: string): boolean =>
  bareTitle(writtenTitle(title)).isFix || /^\W*fix/i.test(title)

/** A fault that begins with a word for it: "missing totals", "crash on startup". */
export const NAMED_FAULT =
  /^(?:(?:missing|wrong|incorrect|broken|unexpected|unwanted|unhandled|uncaught|untranslated|inverted|mismatched|misplaced|misaligned|malformed|truncated|garbled|unescaped) (?!(?:or|and|if|the|an?|all)\b)[a-z`]|(?:typo|crash|panic|deadlock|race condition|memory leak|regression|issues?|bugs?) (?:when|on|in|if|while|after|during|with)\b)/i

const FINITE = / (?:is|are|was|were|does|do|has|have|had|can|could) /

/** Names that begin a sentence in lower case. */
const LOWER_CASE_NAMES = new Set(
  'npm pnpm npx yarn webpack eslint nginx git curl grep kubectl cron pip uv esbuild sqlite gzip zsh bash ffmpeg'.split(
    ' ',
  ),
)
/** Names of which only the first letter would be raised. */
const ACRONYMS = new Map(
  `ANR API APIs AWS CLI CORS CPU CSRF CSS CSV DNS GDPR GitHub GitLab GPU gRPC GraphQL HTML HTTP HTTPS iOS iPad iPhone JavaScript JSON JWT
  LDAP LLM macOS MCP MFA MySQL OAuth OIDC OpenAPI PDF PHP PNG PostgreSQL PWA QR RPC RSS SAML SCIM SDK SEO SMS SMTP SQL SSE SSH SSL SSO
  SVG TLS TOTP TTL TypeScript UI URI URL URLs UTC UUID UX VPN WebSocket XML XSS YAML YouTube`
    .split(/\s+/)
    .map(name => [name.toLowerCase(), name]),
)
/** A word in plain letters; whatever holds a digit, dot, underscore or inner capital is a name or code. */
const PLAIN = /^[a-zà-öø-ÿ]+(?:['’/-][a-zà-öø-ÿ]+)*$/

/** "add dark mode" → "Add dark mode"; names and code keep their spelling. */
export function sentenceCase(text: string): string {
  const [first = ''] = /^[^\s,;:!?]+/.exec(text) ?? []
  if (!PLAIN.test(first) || LOWER_CASE_NAMES.has(first)) return text
  const raised = ACRONYMS.get(first) ?? text.charAt(0).toUpperCase() + first.slice(1)
  return raised + text.slice(first.length)
}
