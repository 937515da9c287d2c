import { readFileSync } from 'node:fs'
import { type Opening, openService, type Service } from '#compose.ts'
import { readConfig } from '#config.ts'
import type { Mover } from '#entries/moves.ts'
import type { Context } from './command.ts'
import { unlessStopped } from './terminal.ts'

/** The configuration as the command's environment has it. */
export const configOf = (context: Pick<Context, 'env' | 'directory'>) =>
  readConfig(context.env, context.directory, path => readFileSync(path, 'utf8'))

/** Opens the database for one command, which must find it at this code's version, and closes it in the end. */
export async function withService<T>(
  context: Context,
  work: (service: Service) => Promise<T>,
  opening: Opening = { migrate: false },
): Promise<T> {
  const opened = openService(configOf(context), line => context.err(line), opening)
  const service = await unlessStopped(context.signal, opened)
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

/** Whoever has the command line is the operator. */
export const operator = ({ clock, ids }: Service): Mover => ({ clock, ids, actor: 'command-line' })
