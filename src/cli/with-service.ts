import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, accountByPublicId } from '#accounts/account.ts'
import { type Config, readConfig } from '#app/config/config.ts'
import { openService } from '#app/open.ts'
import type { OpenOptions, Service } from '#app/service.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { AppError } from '#platform/errors.ts'
import { unlessStopped } from '#platform/waiting.ts'
import {
  type Command,
  type CommandContext,
  type CommandResult,
  command,
  type Definition,
  type Options,
  type OptionValues,
} from './command.ts'
import { readNamedFile } from './input-files.ts'
import { ACCOUNT } from './options.ts'

type Environment = Pick<CommandContext, 'env' | 'directory' | 'checkout'>

const namesDataDirectory = ({ env }: Environment): boolean =>
  Boolean(env.TIDINGS_DATA || env.TIDINGS_DATA_FILE)

/** The data directories that are searched for a database if TIDINGS_DATA is not set. */
const defaultDataDirectories = ({ directory, checkout }: Environment): string[] => [
  ...new Set([join(directory, 'data'), join(checkout, 'data')]),
]

/**
 * The environment with TIDINGS_DATA set: to its own value, else to the first default directory that holds a database, else to the
 * checkout's. A command run in another folder therefore finds the server's data, or creates it where the server will look.
 */
function withDataDirectory(environment: Environment): CommandContext['env'] {
  const { env } = environment
  if (namesDataDirectory(environment)) return env
  const directories = defaultDataDirectories(environment)
  const found = directories.find(directory => existsSync(join(directory, 'tidings.db')))
  return { ...env, TIDINGS_DATA: found ?? directories.at(-1) }
}

/** Throws `not_found`, naming the directories searched, when there is no embedded database yet. */
export function requireDatabase(environment: Environment, { database, dataDirectory }: Config): void {
  if (database.engine !== 'sqlite' || existsSync(database.file)) return
  const searched = namesDataDirectory(environment) ? [dataDirectory] : defaultDataDirectories(environment)
  throw new AppError(
    'not_found',
    `There is no Tidings database in ${searched.join(' or in ')}: start the server or create an account first, or set TIDINGS_DATA to the data directory.`,
  )
}

/** On a terminal, logs warnings and errors only, unless a log level is set. */
const defaultLogLevel = ({ env, live }: Pick<CommandContext, 'env' | 'live'>): CommandContext['env'] =>
  live && !env.TIDINGS_LOG_LEVEL && !env.TIDINGS_LOG_LEVEL_FILE ? { TIDINGS_LOG_LEVEL: 'warn' } : {}

/** Reads the configuration from the command's environment. */
export const configOf = (context: Environment & Pick<CommandContext, 'live'>) =>
  readConfig({ ...withDataDirectory(context), ...defaultLogLevel(context) }, context.directory, path =>
    readNamedFile(path).toString(),
  )

/**
 * Opens the service for one command and closes it afterwards. The database must exist (`not_found` otherwise) and be of this
 * version, unless the command `creates` or migrates it.
 */
export async function withService<T>(
  context: CommandContext,
  work: (service: Service) => Promise<T>,
  { creates = false, ...opening }: OpenOptions = { migrate: false },
): Promise<T> {
  const config = configOf(context)
  if (!creates && !opening.migrate) requireDatabase(context, config)
  const opened = openService(config, line => context.err(line), { creates, ...opening })
  const service = await unlessStopped(context.signal, opened)
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}

/** Opens the service for a command on the account that `--account` names. */
export const withAccount = <T>(
  context: CommandContext,
  id: string,
  work: (account: Account, service: Service) => Promise<T>,
): Promise<T> =>
  withService(context, async service => work(await accountByPublicId(service.db.read, id), service))

/** A command on one account: its other options, and what it does with the service. */
interface AccountDefinition<O extends Options> extends Pick<Definition<O>, 'usage' | 'summary'> {
  options?: O
  run(
    account: Account,
    service: Service,
    values: OptionValues<O>,
    context: CommandContext,
  ): Promise<CommandResult | undefined>
}

/** Declares a command on the account that `--account` names. It opens the service for the account and closes it afterwards. */
export const accountCommand = <O extends Options>({
  options,
  run,
  ...named
}: AccountDefinition<O>): Command =>
  command({
    ...named,
    options: { account: ACCOUNT, ...options },
    run: ({ account: id, ...values }, _, context) =>
      withAccount(context, id, (account, service) =>
        run(account, service, values as OptionValues<O>, context),
      ),
  })

/** The actor of every command: whoever can run a command is the operator. */
export const operator = ({ clock, ids, effects }: Service): EntryContext => ({
  clock,
  ids,
  actor: 'command-line',
  change: { id: ids.next() },
  effects,
})
