import { readFile, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { AppError, codeOf } from '#platform/errors.ts'

/** Whether the path is one of the roots, or below one. All are real paths. */
export const isInside = (path: string, roots: readonly string[]): boolean =>
  roots.some(root => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))

/**
 * The path without symbolic links; null if nothing is there. Throws `invalid_parameter` if it leads out of
 * the roots. If `roots` is null, every path is allowed.
 */
export async function realPathIn(path: string, roots: readonly string[] | null): Promise<string | null> {
  const real = await realpath(path).catch(cause => {
    if (isDenied(cause)) throw refusedPath(`${path} may not be read.`, cause)
    return null
  })
  if (roots === null || isInside(real ?? path, roots)) return real
  throw refusedPath(
    `${path} leads out of the folders that the operator allows (TIDINGS_GIT_ROOTS), so this repository is not read.`,
  )
}

/** The largest file that is read, in bytes: far more than a changelog or a configuration has. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * The text of a regular file in the roots; empty when there is none. Pipes and devices are not opened. Throws `invalid_parameter` for a file
 * of more than 32 MiB.
 */
export async function fileText(path: string, roots: readonly string[] | null): Promise<string> {
  const real = await realPathIn(path, roots)
  if (real === null) return ''
  try {
    const found = await stat(real)
    if (found.size > MOST_BYTES)
      throw refusedPath(`${path} has more than ${MOST_BYTES} bytes, so it is not read.`)
    return found.isFile() ? await readFile(real, 'utf8') : ''
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if (isDenied(cause)) throw refusedPath(`${path} may not be read.`, cause)
    return ''
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (cause) {
    if (isDenied(cause)) throw refusedPath(`${path} may not be read.`, cause)
    return false
  }
}

const isDenied = (thrown: unknown) => ['EACCES', 'EPERM'].includes(codeOf(thrown))

export const refusedPath = (message: string, cause?: unknown): AppError =>
  new AppError('invalid_parameter', message, { cause })
