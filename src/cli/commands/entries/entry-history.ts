import { type EntryChange, historyOf } from '#changelog/entries/history.ts'
import { entryById } from '#changelog/entries/store.ts'
import { command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'

export const historyCommand = command({
  usage: 'entry history ID',
  summary: 'Show who changed an entry, what and when, newest first.',
  options: {},
  run: (_, [id = ''], context) =>
    withService(context, async ({ db }) => {
      const entry = await entryById(db.read, id)
      const changes = await historyOf(db.read, id)
      return {
        json: {
          id,
          version: entry.version,
          created_at: isoOf(entry.createdAt),
          changes: changes.map(change => ({ ...change, at: isoOf(change.at) })),
        },
        text: `${changes.map(textOfChange).join('')}version 1  ${isoOf(entry.createdAt)}  created\n`,
      }
    }),
})

const textOfChange = ({ version, at, actor, action, before, after }: EntryChange): string => {
  const fields = Object.keys({ ...before, ...after }) as (keyof typeof before)[]
  const lines = fields.map(field => `  ${field}: ${jsonOf(before[field])} → ${jsonOf(after[field])}\n`)
  return `version ${version}  ${isoOf(at)}  ${actor} ${action}\n${lines.join('')}`
}

const jsonOf = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
