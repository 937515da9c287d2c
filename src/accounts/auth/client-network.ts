import { isIP } from 'node:net'

/**
 * What counts as one client for a limit per address: an IPv4 address, or the /64 network of an IPv6 address, since whoever has one
 * address of such a network has all of them.
 */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  const [high = '', low = ''] = groups.slice(6)
  const isIPv4 = groups.slice(0, 6).join() === '0,0,0,0,0,ffff'
  return isIPv4 ? `${bytesOf(high)}.${bytesOf(low)}` : `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [left, right] = canonical.split('::').map(half => half.split(':').filter(Boolean))
  const [head = [], tail = []] = [left, right]
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

function bytesOf(group: string): string {
  const value = Number.parseInt(group, 16)
  return `${value >> 8}.${value & 255}`
}
