import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#platform/errors.ts'
import { fieldsOf, GitFailure, type Worktree } from './run.ts'

/** The repository's own settings, by lower-case section and name; of several values the last. Read as data, never obeyed. */
export type Settings = ReadonlyMap<string, string>

/** Reads the configuration file alone: what it includes is not opened. */
export async function readSettings(place: Worktree, commonDir: string): Promise<Settings> {
  const file = join(commonDir, 'config')
  const settings = new Map<string, string>()
  if (!(await isOrdinaryFile(file))) return settings
  try {
    for await (const fields of fieldsOf(place, [
      'config',
      '--file',
      file,
      '--no-includes',
      '--null',
      '--list',
    ]))
      for (const field of fields) settings.set(...settingOf(field))
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    throw new AppError('unavailable', `The configuration ${file} cannot be read: ${cause.message}.`, {
      cause,
    })
  }
  return settings
}

/** `section.Sub.name\nvalue`, or a name alone, which means true. */
function settingOf(field: string): [string, string] {
  const end = field.indexOf('\n')
  return end === -1 ? [field, 'true'] : [field.slice(0, end), field.slice(end + 1)]
}

async function isOrdinaryFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** The address of `origin`, or of the only remote there is. */
export function remoteAddress(settings: Settings): string | null {
  const origin = settings.get('remote.origin.url')
  if (origin !== undefined) return origin
  const remotes = [...settings].filter(([name]) => /^remote\..+\.url$/.test(name))
  return remotes.length === 1 ? (remotes[0]?.[1] ?? null) : null
}

/** What a partial clone left out (`blob:none`, `tree:0`); null for a whole repository. */
export function partialFilter(settings: Settings): string | null {
  for (const [name, value] of settings) {
    if (/^remote\..+\.partialclonefilter$/.test(name)) return value
  }
  const promised = [...settings].some(
    ([name, value]) =>
      name === 'extensions.partialclone' || (/^remote\..+\.promisor$/.test(name) && value === 'true'),
  )
  return promised ? 'unknown' : null
}
