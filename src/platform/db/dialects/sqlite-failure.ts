import { messageOf } from '#platform/errors.ts'
import { DatabaseFailure } from '../failure.ts'

const BUSY = 5
const LOCKED = 6

/** By primary result code (https://sqlite.org/rescode.html). Other codes are bugs in our code. */
const REASONS: Record<number, (message: string) => string> = {
  [BUSY]: () => 'another process keeps it locked',
  [LOCKED]: () => 'another process keeps it locked',
  8: message => `its file or folder is read-only (${message})`,
  10: message => `its disk reports errors (${message})`,
  11: message => `its file is damaged (${message}); restore a backup`,
  13: () => 'no space is left on its disk',
  14: message => `its file cannot be opened (${message})`,
  26: message => `its file is damaged (${message}); restore a backup`,
}

/** The low byte is the primary code; the rest is the extended code. */
const primaryCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0

/** Runs a call into SQLite. Throws `DatabaseFailure` if it fails because of the disk or the file. */
export function withReasons<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    const reason = REASONS[primaryCode(error)]
    throw reason ? new DatabaseFailure(reason(messageOf(error)), error) : error
  }
}

/** True if another process holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error instanceof DatabaseFailure ? error.cause : error)
  return code === BUSY || code === LOCKED
}
