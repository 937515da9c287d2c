import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { AppError } from './errors.ts'

const MIB = 1024 * 1024
/** The most bytes of a file: more than any text that a person writes, or a secret, has. */
const MOST_BYTES = MIB

/**
 * Opens a regular file. A device may never end, and opening a pipe waits for its writer, so both are refused. Throws what the system
 * reports when the file cannot be opened.
 */
export function openRegularFile(path: string): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  if (fstatSync(file).isFile()) return file
  closeSync(file)
  throw new Error(`${path} is not a regular file`)
}

/** The bytes of a regular file that somebody named. Throws `too_large` for one of more bytes, also one that grows while it is read. */
export function readNamedFile(path: string, mostBytes = MOST_BYTES): Buffer {
  const file = openRegularFile(path)
  try {
    const bytes = Buffer.allocUnsafe(Math.min(fstatSync(file).size, mostBytes) + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    if (length > mostBytes)
      throw new AppError('too_large', `The file is larger than ${Number((mostBytes / MIB).toFixed(2))} MiB.`)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
