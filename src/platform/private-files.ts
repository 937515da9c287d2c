import { chmodSync, closeSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const FOLDER = 0o700
const FILE = 0o600
const STICKY = 0o1000

/** Makes the folder where it is not there yet, and keeps everybody but its owner out of it. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER })
  restrict(path, FOLDER)
}

/** Makes an empty file that only its owner can read. Throws where there is one already. */
export const createPrivateFile = (path: string): void => closeSync(openSync(path, 'wx', FILE))

/** Takes from everybody but the owner what they may do with the file; where there is none, nothing happens. */
export const restrictToOwner = (path: string): void => restrict(path, FILE)

/** Adds the text to a file in a private folder that only its owner can read. */
export function appendToPrivateFile(path: string, text: string, mostBytes: number): void {
  ensurePrivateFolder(dirname(path))
  restrictToOwner(path)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  writeFileSync(path, text, { mode: FILE, flag: size + text.length > mostBytes ? 'w' : 'a' })
}

/**
 * What belongs to another user is theirs to decide on, and a folder that everybody shares, such as /tmp, stays as it is. Some file
 * systems know no modes.
 */
function restrict(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.uid !== process.getuid?.() || found.mode & STICKY) return
  if ((found.mode & 0o777 & ~mode) === 0) return
  try {
    chmodSync(path, found.mode & mode)
  } catch {}
}
