import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { AppError } from './errors.ts'

/** A key of 32 bytes, with the id under which what it sealed is known. */
export interface EncryptionKey {
  id: string
  bytes: Uint8Array
}

/** Seals secrets that are kept in the database. */
export interface Secrets {
  /** AES-256-GCM; `context` (account and row) is authenticated too, so that a sealed text is worth nothing elsewhere. */
  seal(plain: string, context: string): string
  /** `unavailable` where the key is not there, or where the text was not sealed for this context. */
  open(sealed: string, context: string): string
  /** A secret of its own for the purpose, from the key that seals: the same as long as that key is. */
  derive(purpose: string): string
  /** Of the key that seals: the same for the same key, and tells nothing about it. */
  fingerprint: string
}

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_BYTES = 32

/** With the first key it seals; with any it opens, so that keys can be changed. */
export function openSecrets(keys: readonly [EncryptionKey, ...EncryptionKey[]]): Secrets {
  const [current] = keys
  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, current.id, sealed.toString('base64url')].join('.')
    },
    open(sealed, context) {
      const [version, id, text = ''] = sealed.split('.')
      const key = keys.find(one => one.id === id)
      if (version !== VERSION || !key)
        throw unreadable(`It was sealed with the key "${id}", which is not there.`)
      return decrypt(key, Buffer.from(text, 'base64url'), context)
    },
    derive: purpose =>
      Buffer.from(hkdfSync('sha256', current.bytes, '', purpose, KEY_BYTES)).toString('base64url'),
    fingerprint: fingerprintOf(current),
  }
}

function decrypt(key: EncryptionKey, bytes: Buffer, context: string): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([plain, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw unreadable('The key is another than the one it was sealed with.', cause)
  }
}

const unreadable = (why: string, cause?: unknown) =>
  new AppError('unavailable', `A stored secret cannot be read. ${why}`, { cause })

const fingerprintOf = ({ id, bytes }: EncryptionKey): string =>
  `${id}:${createHash('sha256').update('tidings key fingerprint').update(bytes).digest('hex').slice(0, 16)}`

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/** A text that nobody guesses (256 bits), fit for an address: for a link that works once. */
export const newSecretText = (): string => randomBytes(32).toString('base64url')

/** What is stored of such a text: so much randomness needs no slow hash, and a look-up by the hash tells nothing of the text. */
export const hashOfSecret = (text: string): string => createHash('sha256').update(text).digest('hex')
