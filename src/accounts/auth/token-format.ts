import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const SHAPE = /^[a-z]{3}_[0-9A-Za-z]{36}$/
const SHOWN_LENGTH = 'tid_'.length + 6

/** What a token begins with: one that a person made, and those that OAuth gives, for access and to get the next ones. */
export type TokenPrefix = 'tid' | 'tia' | 'tir'

/**
 * A new token: its prefix, 30 random characters (178 bits) and the CRC-32 of these in base 62. The checksum lets a scanner tell a
 * leaked token from any other text, and lets us refuse a mistyped one without asking the database.
 */
export function newTokenText(prefix: TokenPrefix = 'tid'): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(randomInt(62))).join('')
  return `${prefix}_${secret}${checksumOf(secret)}`
}

/** True for what `newTokenText` may have made. Its answer tells nothing of the tokens that there are. */
export function isTokenText(text: string, prefix: TokenPrefix = 'tid'): boolean {
  if (!SHAPE.test(text) || !text.startsWith(`${prefix}_`)) return false
  const secret = text.slice('tid_'.length, -CHECKSUM_LENGTH)
  return text.endsWith(checksumOf(secret))
}

function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let digits = ''
  for (let n = 0; n < CHECKSUM_LENGTH; n++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** What is stored: so much randomness needs no slow hash, and a search for the hash leaks by its timing nothing of the token. */
export const hashOfToken = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What lists show, to tell one from another. */
export const shownPrefix = (text: string): string => text.slice(0, SHOWN_LENGTH)
