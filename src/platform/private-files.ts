import { chmodSync, closeSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const FOLDER = 0o700
const FILE = 0o600
const STICKY = 0o1000

/** Creates the folder if needed, and gives access to its owner only. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER })
  restrict(path, FOLDER)
}

/** Creates an empty file that only its owner can read. Throws if the file exists. */
export const createPrivateFile = (path: string): void => closeSync(openSync(path, 'wx', FILE))

/** Removes all permissions of others from a file, if it exists. */
export const restrictToOwner = (path: string): void => restrict(path, FILE)

/** Appends to a file that only its owner can read. A file that would exceed `mostBytes` is overwritten. */
export function appendToPrivateFile(path: string, text: string, mostBytes: number): void {
  ensurePrivateFolder(dirname(path))
  restrictToOwner(path)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  writeFileSync(path, text, { mode: FILE, flag: size + text.length > mostBytes ? 'w' : 'a' })
}

/** Leaves alone what belongs to another user, and shared folders such as /tmp. Ignores file systems without modes. */
function restrict(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.uid !== process.getuid?.() || found.mode & STICKY) return
  if ((found.mode & 0o777 & ~mode) === 0) return
  try {
    chmodSync(path, found.mode & mode)
  } catch {}
}
