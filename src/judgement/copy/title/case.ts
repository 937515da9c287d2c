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

/** Names that are spelled like other words; after a verb they keep their capital, unlike "Passkeys" in "fix: Passkeys not supported". */
const NAMES = new Set(
  `airtable amazon angular anthropic apache asana astro atlassian azure bash bitbucket bluesky chinese chrome chromium claude
  cloudflare copilot cypress datadog debian deno discord django docker drizzle dropbox electron elasticsearch english expo facebook
  fastify fedora figma flask flutter french gemini german gmail google grafana helm heroku hono hubspot instagram intercom japanese java
  jenkins jira kafka keycloak korean kotlin kubernetes laravel linkedin lua mac mailgun markdown mastodon mermaid microsoft
  mistral mixpanel mongo monday netlify nomad notion nova nuxt nvidia okta ollama opera opus outlook paypal perl playwright
  portuguese postgres posthog preact prettier prisma prometheus python rails react reddit redis ruby rust
  salesforce sendgrid sentry shopify slack sonnet spanish spotify storybook stripe supabase svelte tailwind 
  telegram terraform tiktok turnstile twilio twitter ubuntu unicode vault vercel vim vite vitest vue webflow whatsapp windows wordpress 
  wrangler xcode yarn zapier zendesk `.split(/\s+/),
)

/** A first word that was capital only because it stood first. Names keep theirs, as do labels of several words ("Sign Up"). */
export function uncapitalised(text: string): string {
  const [first = '', next = ''] = /^[A-Za-z][a-z]*\b(?![./-]\w|\d)(?: +(\S))?/.exec(text) ?? []
  const word = /^[A-Za-z]+/.exec(first)?.[0] ?? ''
  const lower = word.toLowerCase()
  const proper = PROPER.get(lower)
  if (proper !== undefined) return proper + text.slice(word.length)
  const isName = word.length === 1 ? lower !== 'a' : NAMES.has(lower) || /[A-Z]/.test(next)
  return isName && verbOf(lower) === undefined ? text : lower + text.slice(word.length)
}

/** The sentence with the first word of its title in capitals again, where the other texts of the change write it so inside a sentence. */
export function asElsewhere(sentence: string, title: string, texts: string): string {
  const [word = ''] = /^[A-Z][a-z]+\b(?!['’./-]\w)/.exec(title) ?? []
  if (word === '' || sentence.includes(word)) return sentence
  const isName = [...texts.matchAll(/(?<=[a-z,] )[A-Z][a-z]+\b/g)].some(([name]) => name === word)
  const words = sentence.split(' ')
  const at = words.indexOf(word.toLowerCase())
  return isName && at > 0 ? words.with(at, word).join(' ') : sentence
}
