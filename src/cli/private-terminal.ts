import { join } from 'node:path'
import { messageOf } from '#platform/errors.ts'
import { appendToPrivateFile } from '#platform/private-files.ts'
import type { Context } from './command.ts'

const NAME = 'links.txt'
const MOST_BYTES = 256 * 1024

/**
 * Shows the operator what lets its reader in, such as a sign-in link: on the terminal; where standard output is no terminal but
 * collected by something else, in a file in the data directory that only its owner can read, whose path is printed.
 */
export function privateTerminal(
  { isTerminal, err }: Pick<Context, 'isTerminal' | 'err'>,
  dataDirectory: string,
): (text: string) => void {
  if (isTerminal) return err
  const file = join(dataDirectory, NAME)
  return text => {
    try {
      appendToPrivateFile(file, `${new Date().toISOString()}\n${text.trim()}\n\n`, MOST_BYTES)
      err(`A link that signs somebody in was added to ${file}, which only you can read.\n`)
    } catch (error) {
      err(`A link that signs somebody in could not be written to ${file}: ${messageOf(error)}.\n`)
    }
  }
}
