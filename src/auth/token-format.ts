import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const SHAPE = /^[a-z]{3}_[0-9A-Za-z]{36}$/
const SHOWN_LENGTH = 'tid_'.length + 6

/** Token prefixes: `tid` for API tokens, `tia` for OAuth access tokens, `tir` for OAuth refresh tokens. */
export type TokenPrefix = 'tid' | 'tia' | 'tir'

/**
 * Creates a token: the prefix, 30 random characters (178 bits) and their CRC-32 in base 62. With the checksum, secret scanners can
 * recognize leaked tokens, and mistyped ones are refused without a database query.
 */
export function newTokenText(prefix: TokenPrefix = 'tid'): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(randomInt(62))).join('')
  return `${prefix}_${secret}${checksumOf(secret)}`
}

/** True for text in the format of `newTokenText`. It says nothing about existing tokens. */
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

/** The stored hash. Random tokens need no slow hash, and a lookup by hash leaks nothing about the token by its timing. */
export const hashOfToken = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The first characters, which lists show. */
export const shownPrefix = (text: string): string => text.slice(0, SHOWN_LENGTH)
