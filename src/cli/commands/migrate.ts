import { command } from '#cli/command.ts'
import { configOf } from '#cli/with-service.ts'
import { migrateDatabase } from '#platform/db/open.ts'

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
