import { domainToASCII } from 'node:url'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'

/** RFC 5321 §4.5.3.1. */
const LOCAL_LIMIT = 64
const ADDRESS_LIMIT = 254

/** RFC 5322 §3.2.3, without quoted and internationalised local parts: hardly anybody has one, and much mail software trips over them. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** One person's address, checked, its domain in ASCII and lower case. Made by {@link mailAddressFrom} alone. */
export type MailAddress = string & { readonly isMailAddress: true }

/** Reads an address that a person typed or a program sent. `invalid_parameter` for anything that is not exactly one. */
export function mailAddressFrom(text: string): MailAddress {
  const address = addressOrNull(text)
  if (address !== null) return address
  throw new AppError('invalid_parameter', 'An e-mail address looks like ada@example.com.')
}

/** The same with null in place of the error. */
export function addressOrNull(text: string): MailAddress | null {
  const given = text.trim()
  if (given.length > ADDRESS_LIMIT) return null
  const at = given.lastIndexOf('@')
  const local = given.slice(0, Math.max(0, at))
  const domain = domainFrom(given.slice(at + 1).replace(/\.$/, ''))
  const isGood = local.length <= LOCAL_LIMIT && LOCAL.test(local) && isDomain(domain)
  const address = `${local}@${domain}`
  return isGood && address.length <= ADDRESS_LIMIT && isAddress(address) ? address : null
}

/** The parser is a browser's: it would drop line breaks and read percent signs. */
const domainFrom = (text: string): string => (/[\p{C}\s%]/u.test(text) ? '' : domainToASCII(text))

/** A top-level domain alone and a number (an IP address) get no mail. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every(label => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

const isAddress = (text: string): text is MailAddress => text.includes('@')

/**
 * What two spellings of one mailbox have in common. RFC 5321 §2.4 lets a server tell `Ada@` from `ada@`, but none that people use
 * does, and providers report addresses in whatever case they keep them.
 */
export const addressKey = (address: MailAddress): string => address.toLowerCase()

/** Who a mail comes from. */
export interface Mailbox {
  /** Empty: the address alone. */
  name: string
  address: MailAddress
}

/** Reads `news@example.com` and `Acme News <news@example.com>`. `invalid_parameter` for anything else. */
export function mailboxFrom(text: string): Mailbox {
  const [, name = '', inner] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  if (inner === undefined) return { name: '', address: mailAddressFrom(text) }
  return { name: safeLine(name).replace(/^"(.*)"$/, '$1'), address: mailAddressFrom(inner) }
}
