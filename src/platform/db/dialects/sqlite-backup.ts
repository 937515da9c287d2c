import { execFile } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AppError, codeOf, messageOf } from '#platform/errors.ts'

/** The pages copied at once. The copy can be aborted in between. */
const PAGES_PER_BATCH = 1_000
const INTEGRITY_CHECK = fileURLToPath(new URL('sqlite-integrity.ts', import.meta.url))

/**
 * Copies the database, which may be in use, to a new file that only its owner can read, and returns its size in bytes. The copy gets
 * its final name when it is complete, checked and on disk. Aborting leaves nothing behind.
 */
export async function backupFile(file: string, target: string, signal: AbortSignal): Promise<number> {
  if (!existsSync(file)) throw new AppError('not_found', `There is no database at ${file}.`)
  if (existsSync(target)) throw new AppError('conflict', `${target} is there already; name a new file.`)
  const partial = `${target}.partial-${process.pid}`
  try {
    removeAbandoned(target)
    closeSync(openSync(partial, 'wx', 0o600))
    await copySnapshot(file, partial, signal)
    await checkIntegrity(file, partial, signal)
    flush(partial)
    renameSync(partial, target)
    flush(dirname(target))
    return statSync(target).size
  } catch (error) {
    removePartial(partial)
    if (signal.aborted) throw signal.reason
    if (error instanceof AppError) throw error
    throw new AppError('unavailable', `The backup could not be made: ${messageOf(error)}.`, { cause: error })
  }
}

/** Runs in one read transaction, since otherwise each commit of another process restarts the copy. */
async function copySnapshot(file: string, partial: string, signal: AbortSignal): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    db.exec('begin; select count(*) from sqlite_schema')
    await backup(db, partial, { rate: PAGES_PER_BATCH, progress: () => signal.throwIfAborted() })
    signal.throwIfAborted()
  } finally {
    db.close()
  }
}

/** Checks in a child process, because the check is one long call and only a process can be stopped in the middle of it. */
async function checkIntegrity(file: string, partial: string, signal: AbortSignal): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [INTEGRITY_CHECK, partial], { signal })
  if (stdout !== 'ok')
    throw new AppError('unavailable', `The database ${file} is damaged, so no backup was made: ${stdout}.`)
}

/** Removes the partial files of killed backups to the same file. */
function removeAbandoned(target: string): void {
  const prefix = `${basename(target)}.partial-`
  for (const name of readdirSync(dirname(target))) {
    const pid = name.startsWith(prefix) ? Number(/^\d+$/.exec(name.slice(prefix.length))) : 0
    if (pid > 0 && (pid === process.pid || !isRunning(pid))) removePartial(join(dirname(target), name))
  }
}

/** Signal 0 is never delivered; sending it fails when there is no such process. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function removePartial(partial: string): void {
  for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true })
}

/** Waits until a file, or the entries of a directory, are on disk. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
