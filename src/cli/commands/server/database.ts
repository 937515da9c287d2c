import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#app/config/config.ts'
import { keyFileIn } from '#app/config/encryption-keys.ts'
import { type CommandContext, type CommandResult, command } from '#cli/command.ts'
import { count } from '#cli/format.ts'
import { text, wholeNumberOption } from '#cli/options.ts'
import { progress } from '#cli/terminal.ts'
import { configOf, requireDatabase } from '#cli/with-service.ts'
import { type Instant, isoOf, systemClock } from '#platform/clock.ts'
import {
  backupSqlite,
  copyToPostgres,
  migrateDatabase,
  openDatabase,
  requireUnused,
} from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'

export const migrate = command({
  usage: 'migrate',
  summary:
    'Migrate the database to this version. With --to, copy the embedded one to an empty PostgreSQL database.',
  options: { to: text('postgres://…') },
  async run({ to }, _, context) {
    if (to !== undefined) return moveTo(to, context)
    const applied = await migrateDatabase(configOf(context).database)
    return {
      json: { applied },
      text: applied.map(name => `${name}\n`).join('') || 'The database is up to date.\n',
    }
  },
})

async function moveTo(url: string, context: CommandContext): Promise<CommandResult> {
  const config = configOf(context)
  requireDatabase(context, config)
  if (config.database.engine === 'postgres')
    throw new AppError('wrong_usage', 'The database is PostgreSQL already: copy it with pg_dump.')
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new AppError('wrong_usage', '--to takes an address like postgres://user@host:5432/tidings.')
  await requireUnused(config.database.file)
  const db = await openDatabase(config.database, { migrate: false })
  const bar = progress(context, 'rows copied')
  try {
    const tables = await copyToPostgres(db, url, bar.at)
    const rows = Object.values(tables).reduce((sum, many) => sum + many, 0)
    return {
      json: { rows, tables },
      text: `Copied ${count(rows)} rows of ${Object.keys(tables).length} tables. Start every process with DATABASE_URL set to this address, and
TIDINGS_ENCRYPTION_KEY to what ${keyLocation(config)} holds. The embedded database is as it was.
`,
    }
  } finally {
    bar.end()
    await db.close()
  }
}

export const backup = command({
  usage: 'backup <file-or-folder>',
  summary:
    'Copy the embedded database to a new file while the server runs. In a folder the file is named by the time; --keep removes all such files there but the newest.',
  options: { keep: wholeNumberOption() },
  async run({ keep }, [name = ''], context) {
    const config = configOf(context)
    const { database } = config
    if (database.engine === 'postgres')
      throw new AppError('wrong_usage', 'The database is PostgreSQL: back it up with pg_dump.')
    const given = resolve(context.directory, name)
    const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (keep !== undefined && !isFolder)
      throw new AppError('wrong_usage', `--keep takes an existing folder, and ${given} is not one.`)
    const file = isFolder ? join(given, datedName(systemClock.now())) : given
    const bytes = await backupSqlite(database.file, file, context.signal)
    const removed = keep === undefined ? [] : removeOlder(given, keep)
    const key = keyLocation(config)
    return {
      json: { file, bytes, encryption_key: key },
      text: `Backed up the database to ${file} (${count(bytes)} bytes).${removed.length > 0 ? ` Removed ${removed.join(', ')}.` : ''}
The encryption key is not included. Keep a copy of ${key} in another place: stored secrets cannot be read without it.
`,
    }
  },
})

const DATED = /^tidings-\d{8}T\d{6}Z\.db$/

/** A file name with the time, such as `tidings-20261127T211500Z.db`; the names sort by time. */
const datedName = (now: Instant): string => `tidings-${isoOf(now).replaceAll(/[-:]|\.\d+/g, '')}.db`

/** Removes all but the `keep` newest backups in the folder and returns the names of the removed ones. Files with other names are kept. */
function removeOlder(folder: string, keep: number): string[] {
  const dated = readdirSync(folder).filter(file => DATED.test(file))
  const older = dated.toSorted().slice(0, -keep)
  for (const file of older) rmSync(join(folder, file))
  return older
}

/** Where the encryption key is stored. */
const keyLocation = ({ encryptionKeys, dataDirectory }: Config): string =>
  encryptionKeys === null ? keyFileIn(dataDirectory) : 'TIDINGS_ENCRYPTION_KEY'
