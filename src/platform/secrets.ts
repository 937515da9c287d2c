import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { AppError } from './errors.ts'

/** A key of 32 bytes. Each encrypted secret names the key by its id. */
export interface EncryptionKey {
  id: string
  bytes: Uint8Array
}

/** Encrypts the secrets that are stored in the database. */
export interface Secrets {
  /** Encrypts with AES-256-GCM. `context` (account and row) is authenticated, so that the result cannot be used in another row. */
  seal(plain: string, context: string): string
  /** Decrypts. `unavailable` when the key is missing, or the text was encrypted for another context. */
  open(sealed: string, context: string): string
  /** Derives a secret for a purpose from the current key (HKDF). It stays the same until the key changes. */
  derive(purpose: string): string
  /** The results of `derive` for each key, the current one first, to verify what was signed before the key changed. */
  deriveAll(purpose: string): readonly [string, ...string[]]
  /** The beginning of everything that the current key sealed. */
  prefix: string
  /** Identifies the current key without revealing it. */
  fingerprint: string
}

const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_BYTES = 32

/** Encrypts with the first key and decrypts with any of them, so that keys can be rotated. */
export function openSecrets(keys: readonly [EncryptionKey, ...EncryptionKey[]]): Secrets {
  const [current, ...older] = keys
  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return prefixOf(current) + sealed.toString('base64url')
    },
    open(sealed, context) {
      const [version, id, text = ''] = sealed.split('.')
      const key = keys.find(candidate => candidate.id === id)
      if (version !== VERSION || !key)
        throw unreadable(`It is encrypted with the key "${id}", which is not configured.`)
      return decrypt(key, Buffer.from(text, 'base64url'), context)
    },
    derive: purpose => derivedFrom(current, purpose),
    deriveAll: purpose => [derivedFrom(current, purpose), ...older.map(key => derivedFrom(key, purpose))],
    prefix: prefixOf(current),
    fingerprint: fingerprintOf(current),
  }
}

const prefixOf = ({ id }: EncryptionKey): string => `${VERSION}.${id}.`

const derivedFrom = ({ bytes }: EncryptionKey, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', bytes, '', purpose, KEY_BYTES)).toString('base64url')

function decrypt(key: EncryptionKey, bytes: Buffer, context: string): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([plain, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw unreadable('It is encrypted with another key.', cause)
  }
}

const unreadable = (why: string, cause?: unknown) =>
  new AppError('unavailable', `A stored secret cannot be read. ${why}`, { cause })

const fingerprintOf = ({ id, bytes }: EncryptionKey): string =>
  `${id}:${createHash('sha256').update('tidings key fingerprint').update(bytes).digest('hex').slice(0, 16)}`

/** Compares two texts in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}

/** Generates a random secret of 256 bits that is safe in a URL, for links that work once. */
export const newSecretText = (): string => randomBytes(32).toString('base64url')

/**
 * The SHA-256 (hex) of a secret, which is what the database stores. A secret of 256 random bits needs no slow hash, and a lookup by hash
 * leaks nothing about the secret by its timing.
 */
export const hashOfSecret = (text: string): string => createHash('sha256').update(text).digest('hex')
