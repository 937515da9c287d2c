import { resolve } from 'node:path'
import type { Config } from '#app/config/config.ts'
import { keyFileIn } from '#app/config/encryption-keys.ts'
import { command } from '#cli/command.ts'
import { configOf } from '#cli/with-service.ts'
import { backupSqlite } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'

export const backup = command({
  usage: 'backup <file>',
  summary: 'Copies the embedded database into a new file while it is in use.',
  options: {},
  arguments: [1, 1],
  async run(_, [name = ''], context) {
    const config = configOf(context)
    const { database } = config
    if (database.engine === 'postgres')
      throw new AppError('wrong_usage', 'This database is PostgreSQL: use pg_dump.')
    const file = resolve(context.directory, name)
    const bytes = await backupSqlite(database.file, file, context.signal)
    const key = keyPlace(config)
    return {
      json: { file, bytes, encryption_key: key },
      text: `${file} holds the database now (${bytes.toLocaleString('en')} bytes).
The encryption key is not in it. Keep a copy of ${key} in another place: without the key, stored secrets cannot be read.
`,
    }
  },
})

/** Where the key is that the backup does not hold. */
const keyPlace = ({ encryptionKeys, dataDirectory }: Config): string =>
  encryptionKeys === null ? keyFileIn(dataDirectory) : 'TIDINGS_ENCRYPTION_KEY'
