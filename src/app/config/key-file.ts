import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError, messageOf } from '#platform/errors.ts'
import { privateFolder } from '#platform/private-files.ts'
import { KEY_BYTES } from '#platform/secrets.ts'
import { type Keys, keysFrom } from './secrets.ts'

/** Where the key of an embedded database is kept. */
export const keyFileIn = (directory: string): string => join(directory, 'encryption.key')

/** The key beside the embedded database, which only its owner may read (0600); null where there is none, unless one is to be made. */
export function keysIn(directory: string, options: { make: true }): Keys
export function keysIn(directory: string, options: { make: boolean }): Keys | null
export function keysIn(directory: string, options: { make: boolean }): Keys | null {
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
  privateFolder(dirname(file))
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
