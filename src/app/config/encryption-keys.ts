import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError, messageOf } from '#platform/errors.ts'
import { ensurePrivateFolder } from '#platform/private-files.ts'
import { type EncryptionKey, KEY_BYTES } from '#platform/secrets.ts'
import { variable } from './environment.ts'

export type EncryptionKeys = readonly [EncryptionKey, ...EncryptionKey[]]

export const SECRETS_VARIABLES = {
  TIDINGS_ENCRYPTION_KEY: variable<EncryptionKeys | null>({
    about:
      'What seals the secrets of connections in the database and signs the cookies of sessions: 32 bytes in base64, after a name and a colon. Several, with commas, to change keys: the first seals, each opens. With the embedded database one is made at the first start.',
    example: '2026:3q2+7w…',
    fallback: null,
    read: keysFrom,
  }),
}

/** `name:base64` of 32 bytes, with commas. */
export function keysFrom(text: string): EncryptionKeys {
  const keys = text.split(',').map(keyFrom)
  const [first, ...rest] = keys
  if (first && new Set(keys.map(key => key.id)).size === keys.length) return [first, ...rest]
  throw new Error('two keys have the same name')
}

function keyFrom(text: string): EncryptionKey {
  const [, id, encoded] = /^\s*([\w-]{1,40}):([A-Za-z0-9+/_-]+=*)\s*$/.exec(text) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (id !== undefined && bytes.length === KEY_BYTES) return { id, bytes }
  throw new Error('expected name:base64 of 32 bytes, as `openssl rand -base64 32` makes them')
}

/** Where the key of an embedded database is kept. */
export const keyFileIn = (directory: string): string => join(directory, 'encryption.key')

/** The key beside the embedded database, which only its owner may read (0600); null where there is none, unless one is to be made. */
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Written whole under another name first, then linked: of two processes that start at once both read the one that was first. */
function make(file: string): string {
  const draft = `${file}.${process.pid}`
  ensurePrivateFolder(dirname(file))
  writeFileSync(draft, `local:${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8')
}
