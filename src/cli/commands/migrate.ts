import { migrateDatabase } from '#db/open.ts'
import { command } from '../command.ts'
import { configOf } from '../with-service.ts'

export const migrate = command({
  usage: 'migrate',
  summary: 'Brings the database to this version.',
  options: {},
  arguments: [0, 0],
  async run(_, __, context) {
    const applied = await migrateDatabase(configOf(context).database)
    return {
      json: { applied },
      text: applied.map(name => `${name}\n`).join('') || 'The database is at this version.\n',
    }
  },
})
