/** Who can open an address. */
type Reach = 'computer' | 'network' | 'everybody'

/** Matches private (RFC 1918) and link-local addresses of IPv4. */
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/

/** Who can open an address, judged only by its host name: a public one may still be behind a firewall. */
export function reachOf(address: string): Reach {
  const { hostname } = new URL(address)
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return 'computer'
  const isNamedInside = !hostname.includes('.') || /\.(?:local|lan|internal|home\.arpa)$/.test(hostname)
  return isNamedInside || PRIVATE.test(hostname) ? 'network' : 'everybody'
}
