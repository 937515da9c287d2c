import { type BlockList, isIP } from 'node:net'

/**
 * Who asks: the nearest address that is no proxy of ours. Each proxy adds at the right whom it heard from, so whatever stands left of
 * the first stranger is what the stranger says.
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

/** An IPv4 address that came in by IPv6 is one all the same. */
function plainAddress(text: string): string | null {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}
