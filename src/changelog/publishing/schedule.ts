import { type Account, accountById, changeSettings, lockAccount } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import { rescheduleSummaries } from '#accounts/mail/summaries.ts'
import { listSets, requireSet } from '#accounts/sets.ts'
import { leaveSlot, type QueuedEntry } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { languageFrom } from '#changelog/entries/entry-text.ts'
import { saveEntry } from '#changelog/entries/transitions.ts'
import { HOUR_MS, timeZoneFrom } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { clockTimeOf, WEEKDAYS, type WeeklyTime } from '#platform/weekly-time.ts'
import { assignSlots, queuedIn } from './queue.ts'
import { comingSlots, type QueueId, type Slot, slotsOf } from './slots.ts'

const MOST_LATE_HOURS = 8_760
/** Slots of one queue: one for each half hour of a week. */
const MOST_SLOTS = 336

/** What happened to queued entries when slots or the time zone changed. Entries that are already due are in neither list. */
export interface RescheduledEntries {
  /** They were in slots and are in other slots now, in the same order. */
  moved: QueuedEntry[]
  /** They keep their times: those with a fixed time, and all if the queue has no slots any more. */
  stayed: QueuedEntry[]
}

/** Adds a weekly slot to a queue. Throws `conflict` if the queue has that slot already. */
export async function addSlot(
  tx: Tx,
  context: EntryContext,
  queue: QueueId,
  time: WeeklyTime,
): Promise<{ slot: Slot; rescheduled: RescheduledEntries }> {
  if (queue.setId !== null) await requireSet(tx, queue.accountId, queue.setId)
  await lockAccount(tx, queue.accountId)
  if ((await slotsOf(tx, queue)).length >= MOST_SLOTS)
    throw new AppError('invalid_parameter', `A queue has at most ${MOST_SLOTS} slots a week.`)
  const slot: Slot = { ...time, id: context.ids.next(), setId: queue.setId }
  await tx
    .insertInto('slot')
    .values({
      id: slot.id,
      account_id: queue.accountId,
      set_id: queue.setId,
      weekday: WEEKDAYS.indexOf(time.weekday) + 1,
      minute: time.minute,
      created_at: context.clock.now(),
    })
    .execute()
    .catch(error => {
      if (isUniqueViolation(error)) throw new AppError('conflict', 'The queue has that slot already.')
      throw error
    })
  await recordActivity(tx, context, 'slot added', {
    accountId: queue.accountId,
    subject: slot.id,
    after: slotSummary(slot),
  })
  return { slot, rescheduled: await reschedule(tx, context, queue) }
}

/** Removes a weekly slot. Throws `not_found` unless it is one of the account's. */
export async function removeSlot(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  id: string,
): Promise<{ slot: Slot; rescheduled: RescheduledEntries }> {
  await lockAccount(tx, accountId)
  const slot = (await slotsOf(tx, { accountId })).find(slot => slot.id === id)
  if (!slot)
    throw new AppError('not_found', `No slot has the id ${safeLine(id)}; "tidings slot list" shows them.`)
  await tx.deleteFrom('slot').where('id', '=', id).execute()
  await recordActivity(tx, context, 'slot removed', { accountId, subject: id, before: slotSummary(slot) })
  return { slot, rescheduled: await reschedule(tx, context, { accountId, setId: slot.setId }) }
}

/** The settings that change; settings that are left out stay. */
export interface ScheduleChange {
  timeZone?: string | undefined
  language?: string | undefined
  /** For how many whole hours after its time a queued entry may still be published automatically. */
  latenessHours?: number | undefined
}

/** Changes settings of an account. Another time zone moves the slots to the same local times there, and the entries with them. */
export async function changeSchedule(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  { timeZone, language, latenessHours }: ScheduleChange,
): Promise<{ account: Account; rescheduled: RescheduledEntries }> {
  await lockAccount(tx, accountId)
  const before = await accountById(tx, accountId)
  const account = await changeSettings(tx, context, before, {
    ...(timeZone !== undefined && { timeZone: timeZoneFrom(timeZone) }),
    ...(language !== undefined && { language: languageFrom(language) }),
    ...(latenessHours !== undefined && { latenessMs: latenessFrom(latenessHours) }),
  })
  const rescheduled: RescheduledEntries = { moved: [], stayed: [] }
  if (account.timeZone === before.timeZone) return { account, rescheduled }
  await rescheduleSummaries(tx, context.clock, accountId)
  const sets = await listSets(tx, accountId)
  for (const setId of [null, ...sets.map(set => set.id)]) {
    const { moved, stayed } = await reschedule(tx, context, { accountId, setId })
    rescheduled.moved.push(...moved)
    rescheduled.stayed.push(...stayed)
  }
  return { account, rescheduled }
}

function latenessFrom(hours: number): number {
  if (Number.isInteger(hours) && hours >= 1 && hours <= MOST_LATE_HOURS) return hours * HOUR_MS
  const accepts = `a whole number of hours from 1 to ${MOST_LATE_HOURS}`
  throw new AppError('invalid_parameter', `The lateness limit is ${accepts}.`, {
    parameters: [{ name: 'lateness', got: String(hours), accepts }],
  })
}

/** Puts the entries of a queue that are in slots into the coming slots, in the same order. */
async function reschedule(tx: Tx, context: EntryContext, queue: QueueId): Promise<RescheduledEntries> {
  const now = context.clock.now()
  const coming = (await queuedIn(tx, queue)).filter(entry => entry.queuedFor > now && !entry.late)
  const inSlots = coming.filter(entry => entry.inSlot)
  const moments = (await comingSlots(tx, queue, now)).take(inSlots.length).toArray()
  const moved = await assignSlots(tx, context, 'moved to another slot', inSlots, moments)
  if (moments.length === 0)
    for (const entry of inSlots) await saveEntry(tx, context, 'lost its slot', entry, leaveSlot(entry))
  return { moved, stayed: coming.filter(entry => !entry.inSlot || moments.length === 0) }
}

const slotSummary = (slot: Slot) => ({ set: slot.setId, day: slot.weekday, time: clockTimeOf(slot) })
