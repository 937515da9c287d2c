import { BlockList, isIP } from 'node:net'

/**
 * The client's address: the rightmost one in `X-Forwarded-For` that is not a trusted proxy. Each proxy appends the address that it received
 * the request from, so everything to the left of the first untrusted address can be forged.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string | null {
  const chain = [...(forwardedFor ?? '').split(','), peer ?? ''].map(plainAddress).reverse()
  let client: string | null = null
  for (const address of chain) {
    if (address === null) return client
    client = address
    if (!trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return client
  }
  return client
}

/** Converts IPv4-mapped IPv6 addresses to IPv4; null for text that is not an address. */
function plainAddress(text: string): string | null {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}

/** Parses addresses and CIDR ranges of trusted proxies. Throws for anything else. */
export function parseTrustedProxies(named: readonly string[]): BlockList {
  const list = new BlockList()
  for (const item of named) add(list, item)
  return list
}

function add(list: BlockList, item: string): void {
  const [address = '', prefix, ...rest] = item.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  const most = family === 'ipv6' ? 128 : 32
  const isGood = isIP(address) !== 0 && rest.length === 0
  if (isGood && prefix === undefined) list.addAddress(address, family)
  else if (isGood && /^\d{1,3}$/.test(prefix ?? '') && Number(prefix) <= most)
    list.addSubnet(address, Number(prefix), family)
  else throw new Error('expected addresses like 127.0.0.1 or 10.0.0.0/8, with commas between them')
}
