/** Names that begin a sentence in lower case. */
export const LOWER_CASE_NAMES = new Set(
  `npm pnpm npx yarn webpack eslint nginx git curl systemd grep kubectl cron tmux jq pip uv esbuild iptables sqlite
  containerd etcd gzip zsh bash ffmpeg`.split(/\s+/),
)

const SPELLINGS = `AI Android API APIs ARM AWS CDN Chrome CI CLI CORS CPU CSP CSRF CSS CSV CVE DNS DOM DST EU FAQ Firefox GDPR GPU gRPC GraphQL HTML
HTTP HTTPS iOS iPad iPhone IAM ID IDs IE IP IPv4 IPv6 JSON JSX JWT LDAP Linux LLM macOS MFA MCP OAuth OIDC OTP PDF PHP PNG POST PR PWA QR RAM REST RPC
RSS Safari SAML SCIM SDK SEO SMS SMTP SPA SQL SSE SSH SSL SSO SSR SVG TCP TLS TOTP TTL UDP UI URI URL URLs US USB UTC UTF UX UUID VAT VM VPN WASM Windows
XML XSS YAML GitHub GitLab JavaScript TypeScript LinkedIn YouTube PayPal PostgreSQL MySQL OpenAPI OpenID WebSocket`

/** How a word is spelled that a title may have in any case. */
const PROPER = new Map(SPELLINGS.split(/\s+/).map(name => [name.toLowerCase(), name]))

export const properForm = (lower: string): string | undefined => PROPER.get(lower)

/** The spellings that are sure even for a word that was written in lower case on purpose: not "us", "rest", "post", "id". */
export const ACRONYMS = new Map(
  [...PROPER].filter(
    ([lower]) => !['ai', 'us', 'rest', 'post', 'arm', 'ram', 'spa', 'ie', 'ci'].includes(lower),
  ),
)

/** Those that are no word, command or package, so that a sentence may spell them right wherever they stand. */
export const MID_SENTENCE = new Map(
  `Android ANR API APIs AWS CORS CSS CSV DNS Firefox GDPR GraphQL HTML iOS JavaScript LDAP Linux macOS MFA NPE OAuth OIDC OOM OOME PDF PHP PNG RSS Safari SAML SDK SMS SQL SSE SSO
  TLS TypeScript UI URI URL URLs UTC UX VAT XML YAML GitHub GitLab LinkedIn YouTube PayPal PostgreSQL MySQL OpenAPI`
    .split(/\s+/)
    .map(name => [name.toLowerCase(), name]),
)
