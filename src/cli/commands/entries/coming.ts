import { printedEdition } from '#actions/entries/edition.ts'
import { entryForm, entryJson } from '#actions/entries/entry-json.ts'
import { queuedLineIn } from '#actions/entries/queue.ts'
import { pauseForm, pauseLine, printedSchedule } from '#actions/entries/schedule.ts'
import { pausesOf } from '#changelog/publishing/pauses.ts'
import { listQueue } from '#changelog/publishing/queue.ts'
import { accountCommand } from '#cli/with-service.ts'

export const queueCommand = accountCommand({
  usage: 'queue list',
  summary: 'List the queued entries in order of their times, the late ones, and what is paused.',
  async run(account, { db, clock }) {
    const queued = await listQueue(db.read, account.id)
    const pauses = await pausesOf(db.read, account.id, clock.now())
    const line = queuedLineIn(account.timeZone)
    const lines = [...pauses.map(pauseLine), ...queued.map(({ entry }) => line(entry))]
    return {
      json: {
        time_zone: account.timeZone,
        paused: pauses.map(pauseForm),
        entries: queued.map(entryJson).map(entryForm),
      },
      text: lines.join('') || 'Nothing is queued.\n',
    }
  },
})

export const scheduleCommand = accountCommand({
  usage: 'schedule show',
  summary: "Show when entries and editions go out, in the account's time zone, and what is paused.",
  run: (account, { db, clock }) => printedSchedule(db.read, account, clock.now()),
})

export const editionCommand = accountCommand({
  usage: 'edition show',
  summary: 'Show the edition that goes out next as readers will see it, and what is held or left out.',
  run: ({ id }, { db, clock }) => printedEdition(db.read, clock, id),
})
