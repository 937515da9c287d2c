import { domainToASCII } from 'node:url'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'

/** RFC 5321 §4.5.3.1. */
const LOCAL_LIMIT = 64
const ADDRESS_LIMIT = 254
const DOMAIN_LIMIT = 253

/** RFC 5322 §3.2.3, without quoted and internationalised local parts, which are rare and which much mail software rejects. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A validated address with its domain in lower-case ASCII. Only {@link mailAddressFrom} creates it. */
export type MailAddress = string & { readonly isMailAddress: true }

/** Parses one address. Throws `invalid_parameter` for anything else. */
export function mailAddressFrom(text: string): MailAddress {
  const address = addressOrNull(text)
  if (address !== null) return address
  throw new AppError('invalid_parameter', 'An e-mail address looks like ada@example.com.')
}

/** Like `mailAddressFrom`, but returns null instead of throwing. */
export function addressOrNull(text: string): MailAddress | null {
  const given = text.trim()
  if (given.length > ADDRESS_LIMIT) return null
  const at = given.lastIndexOf('@')
  const local = given.slice(0, Math.max(0, at))
  const domain = mailDomainOrNull(given.slice(at + 1))
  const isGood = local.length <= LOCAL_LIMIT && LOCAL.test(local) && domain !== null
  const address = `${local}@${domain}`
  return isGood && address.length <= ADDRESS_LIMIT && isAddress(address) ? address : null
}

/** Parses what follows the @ of an address, and gives it in lower-case ASCII; null if it is no domain. */
export function mailDomainOrNull(text: string): string | null {
  const domain = domainFrom(text.replace(/\.$/, ''))
  return domain.length <= DOMAIN_LIMIT && isDomain(domain) ? domain : null
}

/** Checks the characters first, because the URL parser drops line breaks, decodes percent signs, and ends a host at the first of `/\?#`. */
const domainFrom = (text: string): string => (/[\p{C}\s%/\\?#]/u.test(text) ? '' : domainToASCII(text))

/** Refuses a top-level domain alone and an IP address. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.length > 1 && labels.every(label => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

const isAddress = (text: string): text is MailAddress => text.includes('@')

/**
 * The key of a mailbox, the same for all spellings of its address. RFC 5321 §2.4 allows `Ada@` and `ada@` to differ, but common
 * servers treat them alike, and providers report addresses in any case.
 */
export const addressKey = (address: MailAddress): string => address.toLowerCase()

/** The sender of a mail. */
export interface Mailbox {
  /** Empty if there is only an address. */
  name: string
  address: MailAddress
}

/** Parses `news@example.com` and `Acme News <news@example.com>`. Throws `invalid_parameter` for anything else. */
export function mailboxFrom(text: string): Mailbox {
  const [, name = '', inner] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  if (inner === undefined) return { name: '', address: mailAddressFrom(text) }
  return { name: safeLine(name).replace(/^"(.*)"$/, '$1'), address: mailAddressFrom(inner) }
}
