import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { backupSqlite } from '#db/open.ts'
import { AppError } from '#kit/app-error.ts'
import { command } from '../command.ts'
import { configOf } from '../with-service.ts'

export const backup = command({
  usage: 'backup <file>',
  summary: 'Copies the embedded database into a file while it is in use.',
  options: {},
  arguments: [1, 1],
  async run(_, [name = ''], context) {
    const { database } = configOf(context)
    if (database.engine === 'postgres')
      throw new AppError('wrong_usage', 'This database is PostgreSQL: use pg_dump.')
    const file = resolve(context.directory, name)
    if (existsSync(file)) throw new AppError('conflict', `${file} is there already; name a new file.`)
    const bytes = await backupSqlite(database.file, file)
    return {
      json: { file, bytes },
      text: `${file} holds the database now (${bytes.toLocaleString('en')} bytes).\n`,
    }
  },
})
