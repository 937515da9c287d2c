import { resolve } from 'node:path'
import { UPLOAD_LIMIT } from '#changelog/entries/images/picture.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { readNamedFile } from '#platform/named-files.ts'
import type { CommandContext } from './command.ts'

/** Reads a regular file of the size of a picture at most. */
export function bytesOf(file: string, { directory }: Pick<CommandContext, 'directory'>): Buffer {
  const path = resolve(directory, file)
  try {
    return readNamedFile(path, UPLOAD_LIMIT)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('not_found', `The file cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

/** Reads a file of text. */
export const textOf = (file: string, context: CommandContext): string => bytesOf(file, context).toString()
