import { resolve } from 'node:path'
import type { Config } from '#app/config/config.ts'
import { keyFileIn } from '#app/config/encryption-keys.ts'
import { command } from '#cli/command.ts'
import { configOf } from '#cli/with-service.ts'
import { backupSqlite, migrateDatabase } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'

export const migrate = command({
  usage: 'migrate',
  summary: 'Migrate the database to this version.',
  options: {},
  async run(_, __, context) {
    const applied = await migrateDatabase(configOf(context).database)
    return {
      json: { applied },
      text: applied.map(name => `${name}\n`).join('') || 'The database is up to date.\n',
    }
  },
})

export const backup = command({
  usage: 'backup <file>',
  summary: 'Copy the embedded database to a new file while the server runs.',
  options: {},
  async run(_, [name = ''], context) {
    const config = configOf(context)
    const { database } = config
    if (database.engine === 'postgres')
      throw new AppError('wrong_usage', 'The database is PostgreSQL: back it up with pg_dump.')
    const file = resolve(context.directory, name)
    const bytes = await backupSqlite(database.file, file, context.signal)
    const key = keyLocation(config)
    return {
      json: { file, bytes, encryption_key: key },
      text: `Backed up the database to ${file} (${bytes.toLocaleString('en')} bytes).
The encryption key is not included. Keep a copy of ${key} in another place: stored secrets cannot be read without it.
`,
    }
  },
})

/** Where the encryption key is stored. */
const keyLocation = ({ encryptionKeys, dataDirectory }: Config): string =>
  encryptionKeys === null ? keyFileIn(dataDirectory) : 'TIDINGS_ENCRYPTION_KEY'
