import { type Account, accountById, changeSettings, lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { listSets, requireSet } from '#accounts/sets.ts'
import { leaveSlot, type QueuedEntry } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { languageFrom } from '#changelog/entries/entry-text.ts'
import { saveEntry } from '#changelog/entries/transitions.ts'
import { timeZoneFrom } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { assignSlots } from './queue.ts'
import { comingSlots, type QueueId, queuedIn, type Slot, slotsOf } from './queue-order.ts'
import { timeOf, WEEKDAYS, type WeeklyTime } from './slots.ts'

const HOUR_MS = 3_600_000
const MOST_LATE_HOURS = 8_760
/** Of one queue: every half hour of a week. */
const MOST_SLOTS = 336

/** What became of the queued entries when slots or the time zone changed. Those that are due already are in neither list. */
export interface RescheduledEntries {
  /** Stood in slots, and stand in the same order in other ones now. */
  moved: QueuedEntry[]
  /** Keep their times: those that were set for them alone, and all where no slot is left. */
  stayed: QueuedEntry[]
}

/** Adds a weekly slot to the queue of a set, or (null) of the entries under none. `conflict` when it is there already. */
export async function addSlot(
  tx: Tx,
  mover: EntryContext,
  line: QueueId,
  time: WeeklyTime,
): Promise<{ slot: Slot; relaid: RescheduledEntries }> {
  if (line.setId !== null) await requireSet(tx, line.accountId, line.setId)
  await lockAccount(tx, line.accountId)
  if ((await slotsOf(tx, line)).length >= MOST_SLOTS)
    throw new AppError('invalid_parameter', `A queue has at most ${MOST_SLOTS} slots a week.`)
  const slot: Slot = { ...time, id: mover.ids.next(), setId: line.setId }
  await tx
    .insertInto('slot')
    .values({
      id: slot.id,
      account_id: line.accountId,
      set_id: line.setId,
      weekday: WEEKDAYS.indexOf(time.weekday) + 1,
      minute: time.minute,
      created_at: mover.clock.now(),
    })
    .execute()
    .catch(error => {
      if (isUniqueViolation(error)) throw new AppError('conflict', 'The queue has that slot already.')
      throw error
    })
  await log(tx, mover, line.accountId, { action: 'slot added', subject: slot.id, after: slotSummary(slot) })
  return { slot, relaid: await reschedule(tx, mover, line) }
}

/** `not_found` for an id that is no slot's of this account. */
export async function removeSlot(
  tx: Tx,
  mover: EntryContext,
  accountId: string,
  id: string,
): Promise<{ slot: Slot; relaid: RescheduledEntries }> {
  await lockAccount(tx, accountId)
  const slot = (await slotsOf(tx, { accountId })).find(one => one.id === id)
  if (!slot)
    throw new AppError('not_found', `No slot has the id ${safeLine(id)}; "tidings slot list" shows them.`)
  await tx.deleteFrom('slot').where('id', '=', id).execute()
  await log(tx, mover, accountId, { action: 'slot removed', subject: id, before: slotSummary(slot) })
  return { slot, relaid: await reschedule(tx, mover, { accountId, setId: slot.setId }) }
}

/** What of an account its owner may set here; what is left out stays. */
export interface ScheduleChange {
  timeZone?: string | undefined
  language?: string | undefined
  /** Whole hours after its time within which a queued entry may still go out by itself. */
  latenessHours?: number | undefined
}

/** Another time zone moves the slots, and with them what stands in them: to the same times on another wall. */
export async function changeSchedule(
  tx: Tx,
  mover: EntryContext,
  accountId: string,
  { timeZone, language, latenessHours }: ScheduleChange,
): Promise<{ account: Account; relaid: RescheduledEntries }> {
  await lockAccount(tx, accountId)
  const before = await accountById(tx, accountId)
  const account = await changeSettings(tx, mover, before, {
    ...(timeZone !== undefined && { timeZone: timeZoneFrom(timeZone) }),
    ...(language !== undefined && { language: languageFrom(language) }),
    ...(latenessHours !== undefined && { latenessMs: latenessFrom(latenessHours) }),
  })
  const relaid: RescheduledEntries = { moved: [], stayed: [] }
  if (account.timeZone === before.timeZone) return { account, relaid }
  const sets = await listSets(tx, accountId)
  for (const setId of [null, ...sets.map(set => set.id)]) {
    const { moved, stayed } = await reschedule(tx, mover, { accountId, setId })
    relaid.moved.push(...moved)
    relaid.stayed.push(...stayed)
  }
  return { account, relaid }
}

function latenessFrom(hours: number): number {
  if (Number.isInteger(hours) && hours >= 1 && hours <= MOST_LATE_HOURS) return hours * HOUR_MS
  const accepts = `a whole number of hours from 1 to ${MOST_LATE_HOURS}`
  throw new AppError('invalid_parameter', `The lateness limit is ${accepts}.`, {
    parameters: [{ name: 'lateness', got: String(hours), accepts }],
  })
}

/** Lays what stands in slots out anew, in its order, from the next slot on. */
async function reschedule(tx: Tx, mover: EntryContext, line: QueueId): Promise<RescheduledEntries> {
  const now = mover.clock.now()
  const coming = (await queuedIn(tx, line)).filter(entry => entry.queuedFor > now && !entry.late)
  const inSlots = coming.filter(entry => entry.inSlot)
  const moments = (await comingSlots(tx, line, now)).take(inSlots.length).toArray()
  const moved = await assignSlots(tx, mover, 'laid out anew', inSlots, moments)
  if (moments.length === 0)
    for (const entry of inSlots) await saveEntry(tx, mover, 'lost its slot', entry, leaveSlot(entry))
  return { moved, stayed: coming.filter(entry => !entry.inSlot || moments.length === 0) }
}

const slotSummary = (slot: Slot) => ({ set: slot.setId, day: slot.weekday, time: timeOf(slot) })

const log = (
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  accountId: string,
  activity: { action: string; subject: string; before?: unknown; after?: unknown },
) => recordActivity(tx, clock, ids, { accountId, actor, ...activity })
