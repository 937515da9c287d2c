import type { QueuedEntry } from '#changelog/entries/entry.ts'
import { addSlot, type RescheduledEntries, removeSlot } from '#changelog/publishing/schedule.ts'
import { type Slot, slotsOf } from '#changelog/publishing/slots.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, orNone, required, text } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import { clockTimeOf, weeklyTimeFrom } from '#platform/weekly-time.ts'

export const listCommand = command({
  usage: 'slot list',
  summary: "List the weekly slots of an account's queues, in its time zone, starting on Monday.",
  options: { account: ACCOUNT, set: orNone('SET') },
  run: ({ account: id, set }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
      const which = { accountId: account.id, ...(set !== undefined && { setId: set }) }
      const slots = await slotsOf(db.read, which)
      return {
        json: { time_zone: account.timeZone, slots: slots.map(slotForm) },
        text: slots.map(slotLine).join('') || 'No slots. Queued entries need a time of their own.\n',
      }
    }),
})

export const addCommand = command({
  usage: 'slot add',
  summary:
    "Add a weekly slot, in the account's time zone, to the queue of a set or of the entries in no set. Entries in slots are rescheduled.",
  options: {
    account: ACCOUNT,
    day: required(text('monday')),
    time: required(text('09:30')),
    set: orNone('SET'),
  },
  run: ({ account: id, day, time, set }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const line = { accountId: account.id, setId: set ?? null }
      const weekly = weeklyTimeFrom(day, time)
      return resultOf(await service.db.write(tx => addSlot(tx, operator(service), line, weekly)))
    }),
})

export const removeCommand = command({
  usage: 'slot remove SLOT_ID',
  summary:
    'Remove a weekly slot. Entries in slots are rescheduled; when the last slot is removed they keep their times.',
  options: { account: ACCOUNT },
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
