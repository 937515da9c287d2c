import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, messageOf } from '#kit/app-error.ts'
import { KEY_BYTES } from '#kit/secrets.ts'
import { type Keys, keysFrom } from './secrets.ts'

const NAME = 'encryption.key'

/** The key beside the embedded database, which only its owner may read (0600); made when it is not there yet. */
export function keysIn(directory: string): Keys {
  const file = join(directory, NAME)
  try {
    return keysFrom((read(file) ?? make(file)).trim())
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
  mkdirSync(join(file, '..'), { recursive: true })
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
