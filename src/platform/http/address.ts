import ipaddr from 'ipaddr.js'
import { AppError } from '#platform/errors.ts'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The metadata service of Azure has a public address; those of other clouds are link-local or private. */
const METADATA = new Set(['168.63.129.16'])

/** Names that resolve on the machine or its network only (RFC 6761, 6762, 8375; `.internal` is reserved by ICANN). */
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

/** Whether the operator allows this host and port. */
export type IsAllowed = (hostname: string, port: number) => boolean

/** The default ports of http and https. Other ports need the operator's permission. */
export const WEB_PORTS: readonly number[] = [80, 443]

/** Parses a list of `host` (ports 80 and 443) and `host:port`. `wrong_usage` for anything else. */
export function parseAllowedHosts(entries: readonly string[]): IsAllowed {
  const allowed = new Set(entries.flatMap(keysOf))
  return (hostname, port) => allowed.has(keyOf(hostname, port))
}

function keysOf(entry: string): string[] {
  const [plain, secure] = ['http', 'https'].map(scheme => parse(`${scheme}://${entry}`))
  if (!plain || !secure || plain.host === '' || /[/?#@\\\s]/.test(entry)) {
    throw new AppError('wrong_usage', 'An allowed host is written as host or host:port.')
  }
  // The URL parser drops the default port of a scheme, so it takes both schemes to see which port was given.
  const given = plain.port || secure.port
  return (given ? [Number(given)] : WEB_PORTS).map(port => keyOf(plain.hostname, port))
}

const parse = (text: string): URL | null => URL.parse(text)

/** `git.lan.` and `git.lan` are the same host; an IPv6 address has brackets in a URL and none in a socket. */
const keyOf = (hostname: string, port: number): string => `${bareName(hostname)} ${port}`

export const bareName = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** The port of a web address, also when it is the default one. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  Number(port) || (protocol === 'https:' ? 443 : 80)
