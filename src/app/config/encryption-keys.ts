import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { variable } from '#platform/environment.ts'
import { AppError, codeOf, messageOf } from '#platform/errors.ts'
import { ensurePrivateFolder } from '#platform/private-files.ts'
import { type EncryptionKey, KEY_BYTES } from '#platform/secrets.ts'

export type EncryptionKeys = readonly [EncryptionKey, ...EncryptionKey[]]

export const SECRETS_VARIABLES = {
  TIDINGS_ENCRYPTION_KEY: variable<EncryptionKeys | null>({
    about:
      'The key that encrypts the secrets of connections and signs session cookies, as name:base64 of 32 bytes. To rotate it, list several, separated by commas: the first encrypts, all decrypt. With the embedded database a key is created at the first start.',
    example: '2026:3q2+7w…',
    fallback: null,
    read: keysFrom,
  }),
}

/** Parses one or more `name:base64` keys of 32 bytes, separated by commas. */
function keysFrom(text: string): EncryptionKeys {
  const keys = text.split(',').map(keyFrom)
  const [first, ...rest] = keys
  if (first && new Set(keys.map(key => key.id)).size === keys.length) return [first, ...rest]
  throw new Error('two keys have the same name')
}

function keyFrom(text: string): EncryptionKey {
  const [, id, encoded] = /^\s*([\w-]{1,40}):([A-Za-z0-9+/_-]+=*)\s*$/.exec(text) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (id !== undefined && bytes.length === KEY_BYTES) return { id, bytes }
  throw new Error('expected name:base64 of 32 bytes, such as the output of `openssl rand -base64 32`')
}

/** The path of the key file of an embedded database. */
export const keyFileIn = (directory: string): string => join(directory, 'encryption.key')

/** Reads the key file beside the embedded database (mode 0600). If there is none, creates it if `make` is set and otherwise gives null. */
export function keysIn(directory: string, options: { make: true }): EncryptionKeys
export function keysIn(directory: string, options: { make: boolean }): EncryptionKeys | null
export function keysIn(directory: string, options: { make: boolean }): EncryptionKeys | null {
  const file = keyFileIn(directory)
  try {
    const text = read(file) ?? (options.make ? make(file) : null)
    return text === null ? null : keysFrom(text.trim())
  } catch (error) {
    throw new AppError('unavailable', `The encryption key ${file} cannot be used: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Creates the key under another name and then links it to `file`, so that two processes that start at once read the same key. */
function make(file: string): string {
  const draft = `${file}.${process.pid}`
  ensurePrivateFolder(dirname(file))
  writeFileSync(draft, `local:${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8')
}
