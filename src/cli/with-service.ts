import { readFileSync } from 'node:fs'
import { readConfig } from '#app/config/config.ts'
import { openService } from '#app/open.ts'
import type { OpenOptions, Service } from '#app/service.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Context } from './command.ts'
import { requireDatabase, withDataDirectory } from './data-directory.ts'
import { unlessStopped } from './terminal.ts'

type Place = Pick<Context, 'env' | 'directory' | 'checkout' | 'live'>

/** The configuration as the command's environment has it. */
export const configOf = (context: Place) =>
  readConfig({ ...withDataDirectory(context), ...usualLogLevel(context) }, context.directory, path =>
    readFileSync(path, 'utf8'),
  )

/** On a terminal only what needs attention is logged, unless a level is set. */
const usualLogLevel = ({ env, live }: Place): Context['env'] =>
  live && !env.TIDINGS_LOG_LEVEL && !env.TIDINGS_LOG_LEVEL_FILE ? { TIDINGS_LOG_LEVEL: 'warn' } : {}

/**
 * Opens the database for one command, which must find it at this code's version, and closes it in the end. `not_found` where there is
 * none, unless the command `creates` it or brings it up to this version.
 */
export async function withService<T>(
  context: Context,
  work: (service: Service) => Promise<T>,
  { creates = false, ...opening }: OpenOptions & { creates?: boolean } = { migrate: false },
): Promise<T> {
  const config = configOf(context)
  if (!creates && !opening.migrate) requireDatabase(context, config)
  const opened = openService(config, line => context.err(line), opening)
  const service = await unlessStopped(context.signal, opened)
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

/** Whoever has the command line is the operator. */
export const operator = ({ clock, ids, effects }: Service): EntryContext => ({
  clock,
  ids,
  actor: 'command-line',
  effects,
})
