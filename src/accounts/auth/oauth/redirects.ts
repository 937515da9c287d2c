/** The longest address that is taken, in characters. */
const MOST = 2_000

/** Names under which a machine reaches itself. */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Programs that the system opens by a scheme of their own. Any other scheme could as well run a script or read a file. */
const APPS: ReadonlyMap<string, string> = new Map([
  ['cursor:', 'Cursor'],
  ['vscode:', 'Visual Studio Code'],
  ['vscode-insiders:', 'Visual Studio Code Insiders'],
])

/** Pages that hand over to a program on the reader's own machine. */
const HANDING_OVER = ['https://vscode.dev/redirect', 'https://insiders.vscode.dev/redirect']

/** Where an answer goes. */
export interface RedirectTarget {
  /** A page elsewhere, a program on the reader's machine that listens there, or one that the system opens. */
  kind: 'site' | 'machine' | 'app'
  /** The host of a site, else the name of the program or of the machine. */
  name: string
}

/**
 * Whether a client may be answered at this address: https, http on the reader's own machine, or an app that we know. It is written
 * as browsers would write it, so that no two readers of it can differ about its host; no fragment, no user name.
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
 * Whether the address is one of those that the client named: to the letter, but for the port on the reader's own machine, which a
 * program cannot know beforehand (RFC 8252 §7.3).
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
 * Whether a browser may be sent there before any person has looked: only to their own machine. Anybody can register a site, and could
 * then make links to us that lead to it.
 */
export const isSafeToRedirect = (address: string): boolean =>
  redirectTarget(address).kind !== 'site' || HANDING_OVER.includes(address)

/** The address with the answer in its query (RFC 6749 §4.1.2). */
export function redirectWith(address: string, answer: Readonly<Record<string, string>>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`
}
