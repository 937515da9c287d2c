import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Public by its number, but the door to a cloud's own metadata (Azure). The others' are link-local or private anyway. */
const METADATA = new Set(['168.63.129.16'])

/** Names that never leave the machine or its network (RFC 6761, 6762, 8375; `.internal` is reserved by ICANN). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

/**
 * True for an address that anyone on the internet could reach: not private, loopback, link-local, shared (RFC 6598), multicast
 * or reserved, and where it embeds an IPv4 address (mapped, RFC 6052), only when that one is public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv4 ? isPublicIPv4(parsed) : isPublicIPv6(parsed)
}

export const isLocalName = (name: string): boolean => LOCAL_NAME.test(name)

const isPublicIPv4 = (address: ipaddr.IPv4): boolean =>
  address.range() === 'unicast' && !METADATA.has(address.toString())

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicIPv4(address.toIPv4Address())
  if (address.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST)
}
