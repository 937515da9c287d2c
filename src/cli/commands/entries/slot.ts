import type { QueuedEntry } from '#changelog/entries/entry.ts'
import { addSlot, type RescheduledEntries, removeSlot } from '#changelog/publishing/schedule.ts'
import { type Slot, slotsOf } from '#changelog/publishing/slots.ts'
import { command } from '#cli/command.ts'
import { setFrom } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { clockTimeOf, weeklyTimeFrom } from '#platform/weekly-time.ts'

export const listCommand = command({
  usage: 'slot list --account ID [--set SET|none]',
  summary: "List the weekly slots of an account's queues, in its time zone, starting on Monday.",
  options: { account: { type: 'string' }, set: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id, set }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
      const which = { accountId: account.id, ...(set !== undefined && { setId: setFrom(set) }) }
      const slots = await slotsOf(db.read, which)
      return {
        json: { time_zone: account.timeZone, slots: slots.map(slotForm) },
        text: slots.map(slotLine).join('') || 'No slots. Queued entries need a time of their own.\n',
      }
    }),
})

export const addCommand = command({
  usage: 'slot add --account ID --day monday --time 09:30 [--set SET]',
  summary:
    "Add a weekly slot, in the account's time zone, to the queue of a set or of the entries in no set. Entries in slots are rescheduled.",
  options: {
    account: { type: 'string' },
    day: { type: 'string' },
    time: { type: 'string' },
    set: { type: 'string' },
  },
  arguments: [0, 0],
  run: ({ account: id, day, time, set }, _, context) =>
    withAccount(context, id, async (account, service) => {
      if (day === undefined || time === undefined)
        throw new AppError('wrong_usage', 'Give the day and the time: --day monday --time 09:30.')
      const line = { accountId: account.id, setId: set === undefined ? null : setFrom(set) }
      const weekly = weeklyTimeFrom(day, time)
      return resultOf(await service.db.write(tx => addSlot(tx, operator(service), line, weekly)))
    }),
})

export const removeCommand = command({
  usage: 'slot remove SLOT_ID --account ID',
  summary:
    'Remove a weekly slot. Entries in slots are rescheduled; when the last slot is removed they keep their times.',
  options: { account: { type: 'string' } },
  arguments: [1, 1],
  run: ({ account: id }, [slotId = ''], context) =>
    withAccount(context, id, async (account, service) => {
      return resultOf(await service.db.write(tx => removeSlot(tx, operator(service), account.id, slotId)))
    }),
})

const resultOf = ({ slot, rescheduled }: { slot: Slot; rescheduled: RescheduledEntries }) => ({
  json: { ...slotForm(slot), ...rescheduledForm(rescheduled) },
  text: slotLine(slot) + rescheduledText(rescheduled),
})

const slotForm = (slot: Slot) => ({
  slot_id: slot.id,
  set_id: slot.setId,
  day: slot.weekday,
  time: clockTimeOf(slot),
})

const slotLine = (slot: Slot): string =>
  `${slot.id}  ${slot.weekday.padEnd(9)}  ${clockTimeOf(slot)}  ${slot.setId ?? 'no set'}\n`

const queuedForm = ({ id, title, queuedFor }: QueuedEntry) => ({ id, title, queued_for: isoOf(queuedFor) })

/** What a change of slots or of the time zone did to the queued entries. */
export const rescheduledForm = ({ moved, stayed }: RescheduledEntries) => ({
  moved: moved.map(queuedForm),
  stayed: stayed.map(queuedForm),
})

export const rescheduledText = ({ moved, stayed }: RescheduledEntries): string =>
  [
    ...moved.map(entry => `  moved to ${isoOf(entry.queuedFor)}  ${entry.title}\n`),
    ...stayed.map(entry => `  stays at ${isoOf(entry.queuedFor)}  ${entry.title}\n`),
  ].join('')
