/** Longest redirect URI, in characters. */
const MOST = 2_000

/** Loopback host names. */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Apps with their own URL scheme. Other schemes are refused: they could run a script or read a file. */
const APPS: ReadonlyMap<string, string> = new Map([
  ['cursor:', 'Cursor'],
  ['vscode:', 'Visual Studio Code'],
  ['vscode-insiders:', 'Visual Studio Code Insiders'],
])

/** Pages that forward to an app on the user's machine. */
const HANDING_OVER = ['https://vscode.dev/redirect', 'https://insiders.vscode.dev/redirect']

/** Where an authorization response is sent. */
interface RedirectTarget {
  /** A web site, a program that listens on the user's machine, or an app with its own URL scheme. */
  kind: 'site' | 'machine' | 'app'
  /** Host of the site or machine, or name of the app. */
  name: string
}

/**
 * True for a URI that a response may be sent to: https, http on a loopback address, or a known app. It must be in normalized form, so
 * that all parsers agree on its host, without fragment and user name.
 */
export const isAllowedRedirectUri = (text: string): boolean => parsed(text) !== null

function parsed(text: string): URL | null {
  if (text.length > MOST || text.includes('#')) return null
  const url = URL.parse(text)
  if (!url || (url.href !== text && url.href !== `${text}/`)) return null
  if (url.username !== '' || url.password !== '' || url.hostname.endsWith('.')) return null
  if (url.protocol === 'https:' || APPS.has(url.protocol)) return url
  return isLoopback(url) ? url : null
}

const isLoopback = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.includes(url.hostname)

/**
 * True when the URI is exactly one of the registered ones. On loopback addresses the port may differ, because native apps do not know
 * it in advance (RFC 8252 §7.3).
 */
export function matchesRegistered(named: readonly string[], asked: string): boolean {
  const url = parsed(asked)
  return url !== null && named.some(one => one === asked || isSameButPort(one, url))
}

function isSameButPort(one: string, asked: URL): boolean {
  const url = parsed(one)
  if (!url || !isLoopback(url) || !isLoopback(asked)) return false
  return url.hostname === asked.hostname && url.pathname === asked.pathname && url.search === asked.search
}

export function redirectTarget(address: string): RedirectTarget {
  const url = new URL(address)
  const app = APPS.get(url.protocol)
  if (app !== undefined) return { kind: 'app', name: app }
  if (isLoopback(url)) return { kind: 'machine', name: url.hostname }
  return { kind: 'site', name: url.host }
}

/**
 * True when a browser may be redirected there without confirmation: only to the user's own machine. Anybody can register a site, and
 * could otherwise use us as an open redirector.
 */
export const isSafeToRedirect = (address: string): boolean =>
  redirectTarget(address).kind !== 'site' || HANDING_OVER.includes(address)

/** The redirect URI with the response in its query (RFC 6749 §4.1.2). */
export function redirectWith(address: string, answer: Readonly<Record<string, string>>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`
}
