import { plainLine, tidy, withSpokenTags } from '#judgement/text/markup.ts'
import { writtenTitle } from '#judgement/title/host-made.ts'
import { bareTitle } from '#judgement/title/prefix.ts'
import { withoutReferences } from '#judgement/title/references.ts'

/** Matches how code hosts and conventional commits name the revert of a title. */
const REVERT = /^(?:revert|undo) ["“'‘](.*)["”'’](?: \(#\d+\))?$|^revert(?:\([^()]{1,60}\))?!?: (\S.*)$/i

/**
 * The title as a sentence for customers, of any length and without a full stop; empty if it contained only
 * noise. Only the first letter is changed: no verb is turned and nothing is added.
 */
export function titleSentence(title: string): string {
  const [, quoted, reverted = quoted] = REVERT.exec(title) ?? []
  if (reverted !== undefined && /\p{L}/u.test(reverted)) return `Revert “${titleSentence(reverted)}”`
  const text = withoutPrefix(plainLine(withSpokenTags(writtenTitle(title))))
  return sentenceCase(tidy(withoutReferences(text)).replace(/^v?(?=\d+\.\d\S*$)/, 'Version '))
}

/** One of many parts that users know by name: of "plugins.tvcatchup: support addresses with https" the name says what supports them. */
const PLUGIN = /(?:^|[/. ])(?:plugins?|integrations?|providers?|connectors?)[/.]([\w-]+): $/

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Removes the prefix of a line. The name of a plugin is kept, and if the first word names a fault, the "fix" of the prefix. */
export function withoutPrefix(line: string): string {
  const { text, isFix } = bareTitle(line)
  const named = PLUGIN.exec(line.slice(0, -text.length))?.[1] ?? ''
  if (named !== '' && line.endsWith(text) && !lettersOf(text).includes(lettersOf(named)))
    return `${named.charAt(0).toUpperCase()}${named.slice(1)}: ${text}`
  return isFix && NAMED_FAULT.test(text) && !FINITE.test(text)
    ? `fix ${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text
}

/** Whether the title says that something was mended. */
export const tellsFix = (title: string): boolean =>
  bareTitle(writtenTitle(title)).isFix || /^\W*fix/i.test(title)

/** Matches a fault that begins with a word for it: "missing totals", "crash on startup". */
export const NAMED_FAULT =
  /^(?:(?:missing|wrong|incorrect|broken|unexpected|unwanted|unhandled|uncaught|untranslated|inverted|mismatched|misplaced|misaligned|malformed|truncated|garbled|unescaped) (?!(?:or|and|if|the|an?|all)\b)[a-z`]|(?:typo|crash|panic|deadlock|race condition|memory leak|regression|issues?|bugs?) (?:when|on|in|if|while|after|during|with)\b)/i

const FINITE = / (?:is|are|was|were|does|do|has|have|had|can|could) /

/** Names that stay in lower case at the beginning of a sentence. */
const LOWER_CASE_NAMES = new Set(
  'npm pnpm npx yarn webpack eslint nginx git curl grep kubectl cron pip uv esbuild sqlite gzip zsh bash ffmpeg'.split(
    ' ',
  ),
)
/** Names whose spelling is restored, because capitalising only the first letter would be wrong. */
export const ACRONYMS = new Map(
  `ANR API APIs AWS CLI CORS CPU CSRF CSS CSV DNS GDPR GitHub GitLab GPU gRPC GraphQL HTML HTTP HTTPS iOS iPad iPhone JavaScript JSON JWT
  LDAP LLM macOS MCP MFA MySQL OAuth OIDC OpenAPI PDF PHP PNG PostgreSQL PWA QR RPC RSS SAML SCIM SDK SEO SMS SMTP SQL SSE SSH SSL SSO
  SVG TLS TOTP TTL TypeScript UI URI URL URLs UTC UUID UX VPN WebSocket XML XSS YAML YouTube`
    .split(/\s+/)
    .map(name => [name.toLowerCase(), name]),
)
/** Matches a word in plain letters. A word with a digit, dot, underscore or inner capital is a name or code. */
const PLAIN = /^[a-zà-öø-ÿ]+(?:['’/-][a-zà-öø-ÿ]+)*$/

/** Capitalises a sentence: "add dark mode" → "Add dark mode". Names and code keep their spelling. */
export function sentenceCase(text: string): string {
  const [first = ''] = /^[^\s,;:!?]+/.exec(text) ?? []
  if (!PLAIN.test(first) || LOWER_CASE_NAMES.has(first)) return text
  const raised = ACRONYMS.get(first) ?? text.charAt(0).toUpperCase() + first.slice(1)
  return raised + text.slice(first.length)
}
