import { accountByPublicId } from '#accounts/account.ts'
import { type Slot, slotsOf } from '#changelog/publishing/queue-order.ts'
import { addSlot, type Relaid, removeSlot } from '#changelog/publishing/schedule.ts'
import { weeklyTimeFrom } from '#changelog/publishing/slots.ts'
import { command } from '#cli/command.ts'
import { relaidForm, relaidText, setFrom, slotForm, slotLine } from '#cli/queue-form.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

export const listCommand = command({
  usage: 'slot list --account ID [--set SET|none]',
  summary: "Lists the weekly slots of an account's queues, from Monday on, in its time zone.",
  options: { account: { type: 'string' }, set: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id, set }, _, context) =>
    withService(context, async ({ db }) => {
      const account = await accountByPublicId(db.read, requireAccountId(id))
      const which = { accountId: account.id, ...(set !== undefined && { setId: setFrom(set) }) }
      const slots = await slotsOf(db.read, which)
      return {
        json: { time_zone: account.timeZone, slots: slots.map(slotForm) },
        text: slots.map(slotLine).join('') || 'No slots; what is queued needs a time of its own.\n',
      }
    }),
})

export const addCommand = command({
  usage: 'slot add --account ID --day monday --time 09:30 [--set SET]',
  summary:
    "Adds a weekly slot, in the account's time zone, to the queue of a set, or of the entries under none. What stands in slots is laid out anew.",
  options: {
    account: { type: 'string' },
    day: { type: 'string' },
    time: { type: 'string' },
    set: { type: 'string' },
  },
  arguments: [0, 0],
  run: ({ account: id, day, time, set }, _, context) =>
    withService(context, async service => {
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      if (day === undefined || time === undefined)
        throw new AppError('wrong_usage', 'Say when in the week: --day monday --time 09:30.')
      const line = { accountId: account.id, setId: set === undefined ? null : setFrom(set) }
      const weekly = weeklyTimeFrom(day, time)
      return answer(await service.db.write(tx => addSlot(tx, operator(service), line, weekly)))
    }),
})

export const removeCommand = command({
  usage: 'slot remove SLOT_ID --account ID',
  summary:
    'Removes a weekly slot. What stands in slots is laid out anew; with the last one gone it keeps its times.',
  options: { account: { type: 'string' } },
  arguments: [1, 1],
  run: ({ account: id }, [slotId = ''], context) =>
    withService(context, async service => {
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      return answer(await service.db.write(tx => removeSlot(tx, operator(service), account.id, slotId)))
    }),
})

const answer = ({ slot, relaid }: { slot: Slot; relaid: Relaid }) => ({
  json: { ...slotForm(slot), ...relaidForm(relaid) },
  text: slotLine(slot) + relaidText(relaid),
})
