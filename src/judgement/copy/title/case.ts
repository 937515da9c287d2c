import { outsideCode } from '#judgement/copy/text/markup.ts'
import { verbOf } from './verbs.ts'

/** Names that begin a sentence in lower case. */
const LOWER_CASE_NAMES = new Set(
  'npm pnpm npx yarn webpack eslint nginx git curl grep kubectl cron pip uv esbuild sqlite gzip zsh bash ffmpeg'.split(
    ' ',
  ),
)

/** How a word is spelled that a title may have in any case, and that is nothing else in lower case. */
const PROPER = new Map(
  `Android ANR API APIs AWS CLI CORS CPU CSRF CSS CSV DNS Firefox GDPR GitHub GitLab GPU gRPC GraphQL HTML HTTP HTTPS iOS iPad iPhone JavaScript
  JSON JWT LDAP Linux LLM macOS MCP MFA MLX MySQL NPE OAuth OIDC OOM OOME OpenAPI PDF PHP PNG PostgreSQL PR PWA QR RPC RSS Safari SAML SCIM SDK SEO
  SMS SMTP SQL SSE SSH SSL SSO SVG TLS TOTP TTL TypeScript UI URI URL URLs UTC UUID UX VAT VPN WebSocket XML XSS YAML YouTube`
    .split(/\s+/)
    .map(name => [name.toLowerCase(), name]),
)
/** Some of these are commands, packages or file extensions as well when they stand inside a sentence. */
const INSIDE = [...PROPER.keys()].filter(
  word => !/^(?:pr|http|https|json|ttl|qr|llm|cpu|gpu|ssh|svg|grpc|uuid)$/.test(word),
)
/** A word that stands free, not in a path or an option, and is not the name of one ("the ui prop"). */
const FREE_WORD = new RegExp(
  String.raw`(?<=\s)(?:${INSIDE.join('|')})(?=[\s,;)]|:\s|$)(?! (?:props?|options?|flags?|fields?|param\w*|arg\w*|attributes?|keys?|commands?|packages?|modules?|functions?|methods?|types?)\b)`,
  'g',
)
/** Negations that were typed without their apostrophe. */
const BARE_NOT = /(?<=^|\s)(do|does|did|is|are|was|were|should|could|would|has|have)nt(?=\s|$)/gi

/** "dont" → "don't", "the api url" → "the API URL". What stands in code spans is left alone. */
export const respelled = (text: string): string =>
  outsideCode(text, prose =>
    prose
      .replace(BARE_NOT, (_, verb: string) => `${verb}n't`)
      .replace(FREE_WORD, word => PROPER.get(word) ?? word),
  )

/** A word in plain letters; whatever holds a digit, dot, underscore or inner capital is a name or code. */
const PLAIN = /^[a-zà-öø-ÿ]+(?:['’/-][a-zà-öø-ÿ]+)*$/

/** "add dark mode" → "Add dark mode"; names and code keep their spelling. */
export function sentenceCase(text: string): string {
  const [first = ''] = /^[^\s,;:!?]+/.exec(text) ?? []
  const raised = text.charAt(0).toUpperCase() + text.slice(1)
  if (!PLAIN.test(first) || LOWER_CASE_NAMES.has(first)) return text
  const proper = PROPER.get(first)
  return proper === undefined ? raised : proper + text.slice(first.length)
}

const COMMON_WORDS = new Set(
  `a all an any background billing board boards both browser button buttons cart count custom data dialog directory downloads empty
  every field fields file files filter filters footer form forms header history icon icons image images infinite invalid issue
  issues item links list lists long memory menu menus message messages metadata missing mobile modal modules most name names new no
  number old order page pages panel plugin project projects raw receipts request requests response search session sessions sidebar
  simple some special staff table tag tags text the their theme these this time title tooltip total totals transaction types typo
  typos unsupported upload user users value values when wrong your`.split(/\s+/),
)
const COMMON_ENDING = /^(?!notion$).*(?:tion|ment|ness|ing|able|ible|ed|ity)s?$/

/** A first word that was capital only because it stood first; what may be a name stays as it is. */
export function uncapitalised(text: string): string {
  const [first = ''] = /^[A-Za-z][a-z]*\b(?![./-]\w)/.exec(text) ?? []
  const lower = first.toLowerCase()
  const proper = PROPER.get(lower)
  if (proper !== undefined) return proper + text.slice(first.length)
  const isCommon = COMMON_WORDS.has(lower) || COMMON_ENDING.test(lower) || verbOf(lower) !== undefined
  return isCommon ? lower + text.slice(first.length) : text
}
