import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UPLOAD_LIMIT } from '#changelog/entries/images/picture.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import type { CommandContext } from './command.ts'

/** Reads a regular file, by default of at most the size of a picture. */
export function bytesOf(
  file: string,
  { directory }: Pick<CommandContext, 'directory'>,
  mostBytes = UPLOAD_LIMIT,
): Buffer {
  const path = resolve(directory, file)
  try {
    return readNamedFile(path, mostBytes)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('not_found', `The file cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

/** The encoding that the declaration of an XML document names. */
const DECLARED = /^(?:\xEF\xBB\xBF)?<\?xml [^>]*?\bencoding=["']([\w-]{1,40})["']/

/**
 * Decodes UTF-8, or the encoding that XML declares. Editors and shells on Windows begin a text with a byte order mark, which is left out.
 * Throws `invalid_parameter` for bytes in another encoding.
 */
export function decodeText(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const encoding = DECLARED.exec(start)?.[1] ?? 'UTF-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('invalid_parameter', `This is not text in ${encoding}.`, { cause })
  }
}

/** How long to wait for input: a pipe that the caller left open without writing counts as empty. */
const STDIN_TIMEOUT_MS = 2_000
const MAX_INPUT = 10_000

/** Reads the first line of standard input; null when it is empty or a terminal. */
export async function secretFromInput({ stdin }: CommandContext): Promise<string | null> {
  if ('isTTY' in stdin && stdin.isTTY) return null
  const first = await Promise.race([firstLine(stdin), sleep(STDIN_TIMEOUT_MS, null, { ref: false })])
  if ('destroy' in stdin && typeof stdin.destroy === 'function') stdin.destroy()
  return first || null
}

async function firstLine(stdin: CommandContext['stdin']): Promise<string> {
  let text = ''
  for await (const chunk of stdin) {
    text += Buffer.from(chunk).toString()
    if (text.includes('\n')) break
    if (text.length > MAX_INPUT) throw new AppError('wrong_usage', 'What is piped in is too long.')
  }
  return text.split(/\r?\n/)[0] ?? ''
}

/** Reads a secret from the file that an option names. Throws `invalid_parameter` when it is empty or cannot be read. */
export function secretFromFile(option: string, file: string, { directory }: CommandContext): string {
  const path = resolve(directory, file)
  try {
    const secret = readNamedFile(path).toString().trim()
    if (secret !== '') return secret
    throw new Error('it is empty')
  } catch (error) {
    throw new AppError('invalid_parameter', `${option} ${path} cannot be used: ${messageOf(error)}.`)
  }
}

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
