import { type Account, accountById, changeSettings, lockAccount } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import { rescheduleSummaries } from '#accounts/mail/summaries.ts'
import { listSets, requireSet } from '#accounts/sets.ts'
import { openEditionOf, startEdition } from '#changelog/editions/edition.ts'
import { beginningBefore } from '#changelog/editions/period.ts'
import { endEdition } from '#changelog/editions/publish.ts'
import { leaveSchedule, type QueuedEntry } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { languageFrom } from '#changelog/entries/entry-text.ts'
import { saveEntry } from '#changelog/entries/transitions.ts'
import { cadenceOf, comingTimes, type Lane, type ScheduleTime, timesOf } from '#changelog/schedule/times.ts'
import { type Instant, timeZoneFrom } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { clockTimeOf, WEEKDAYS } from '#platform/recurring-time.ts'
import { safeLine } from '#platform/text.ts'
import { assignTimes, queuedIn } from './queue.ts'

/** The most times of one lane: one for each half hour of a week. */
const MOST_TIMES = 336

/** What happened to queued entries when the schedule or the time zone changed. Entries that are already due are in neither list. */
export interface RescheduledEntries {
  /** The entries that moved from times of the schedule to other ones, in the same order. */
  moved: QueuedEntry[]
  /** The entries that kept their times: those with a fixed time, and all if their lane has no times any more. */
  stayed: QueuedEntry[]
}

/** A time that was added or removed, and its effect on queued entries. */
export interface ChangedTime {
  time: ScheduleTime
  rescheduled: RescheduledEntries
}

/**
 * Adds a time to an account's schedule. The first time that takes editions opens one at once, with the drafts
 * of this period and the one before. Throws `conflict` if the schedule has that time already.
 */
export async function addTime(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  given: Omit<ScheduleTime, 'id' | 'since'>,
): Promise<ChangedTime> {
  requireSound(given)
  if (given.setId !== null) await requireSet(tx, accountId, given.setId)
  await lockAccount(tx, accountId)
  const own = (await timesOf(tx, accountId)).filter(({ setId }) => setId === given.setId)
  if (own.length >= MOST_TIMES)
    throw new AppError('invalid_parameter', `A schedule has at most ${MOST_TIMES} times.`)
  const time: ScheduleTime = { ...given, id: context.ids.next(), since: context.clock.now() }
  await tx
    .insertInto('schedule_time')
    .values({
      id: time.id,
      account_id: accountId,
      set_id: time.setId,
      takes: time.takes,
      every: time.every,
      weekday: time.at && WEEKDAYS.indexOf(time.at.weekday) + 1,
      minute: time.at?.minute,
      created_at: time.since,
    })
    .execute()
    .catch(error => {
      if (isUniqueViolation(error)) throw new AppError('conflict', 'The schedule has that time already.')
      throw error
    })
  await recordActivity(tx, context, 'time added', { accountId, subject: time.id, after: summaryOf(time) })
  return { time, rescheduled: await follow(tx, context, accountId, time) }
}

function requireSound({ setId, takes, every, at }: Omit<ScheduleTime, 'id' | 'since'>): void {
  if (takes === 'edition' && setId !== null)
    throw new AppError(
      'invalid_parameter',
      'An edition takes what is ready of all sets, so it belongs to none.',
    )
  if (every === 'release' && takes !== 'edition')
    throw new AppError('invalid_parameter', 'Each release takes an edition, not one entry.')
  if ((every === 'release') === (at === null)) return
  throw new AppError(
    'invalid_parameter',
    every === 'release'
      ? 'An edition with each release has no day and no time.'
      : 'The day and the time are missing.',
  )
}

/**
 * Removes a time from an account's schedule. If no time is left that takes editions, the open edition ends
 * and its drafts go out one by one. Throws `not_found` unless the time belongs to the account.
 */
export async function removeTime(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  id: string,
): Promise<ChangedTime> {
  await lockAccount(tx, accountId)
  const time = (await timesOf(tx, accountId)).find(time => time.id === id)
  if (!time)
    throw new AppError(
      'not_found',
      `No time of the schedule has the id ${safeLine(id)}; "tidings schedule show" shows them.`,
    )
  await tx.deleteFrom('schedule_time').where('id', '=', id).execute()
  await recordActivity(tx, context, 'time removed', { accountId, subject: id, before: summaryOf(time) })
  return { time, rescheduled: await follow(tx, context, accountId, time) }
}

/** Updates queued entries and the open edition after a time was added or removed. */
async function follow(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  { setId, takes }: ScheduleTime,
): Promise<RescheduledEntries> {
  if (takes === 'edition') await openOrEnd(tx, context, await accountById(tx, accountId))
  return reschedule(tx, context, { accountId, setId, takes })
}

/** Opens or ends an edition, so that an account has an open one exactly while a time of its schedule takes editions. */
async function openOrEnd(tx: Tx, context: EntryContext, account: Account): Promise<void> {
  const { id, timeZone, editionsSince } = account
  const cadence = cadenceOf(await timesOf(tx, id), timeZone)
  if ((cadence === null) === (editionsSince === null)) return
  const since = cadence && beginningBefore(cadence, context.clock.now())
  await tx.updateTable('account').set({ editions_since: since }).where('id', '=', id).execute()
  if (cadence !== null) return startEdition(tx, context, { ...account, ...cadence })
  const open = await openEditionOf(tx, id)
  if (open !== null) await endEdition(tx, context, open)
}

/** The settings to change; settings that are left out stay. */
interface ScheduleChange {
  timeZone?: string | undefined
  language?: string | undefined
  /** Drafts that were merged from then on go into editions. */
  since?: Instant | undefined
  urgentAtOnce?: boolean | undefined
  feedsListItems?: boolean | undefined
}

/** Changes settings of an account. A change of time zone keeps the local times of the schedule, so the entries at these times move. */
export async function changeSchedule(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  { timeZone, language, since, urgentAtOnce, feedsListItems }: ScheduleChange,
): Promise<{ account: Account; rescheduled: RescheduledEntries }> {
  await lockAccount(tx, accountId)
  const before = await accountById(tx, accountId)
  if (since !== undefined) requireBeginning(before, since, context.clock.now())
  const account = await changeSettings(tx, context, before, {
    ...(timeZone !== undefined && { timeZone: timeZoneFrom(timeZone) }),
    ...(language !== undefined && { language: languageFrom(language) }),
    ...(since !== undefined && { editionsSince: since }),
    ...(urgentAtOnce !== undefined && { urgentAtOnce }),
    ...(feedsListItems !== undefined && { feedsListItems }),
  })
  const rescheduled: RescheduledEntries = { moved: [], stayed: [] }
  if (account.timeZone === before.timeZone) return { account, rescheduled }
  await rescheduleSummaries(tx, context.clock, accountId)
  const sets = await listSets(tx, accountId)
  const lanes = [null, ...sets.map(set => set.id)].map(setId => ({
    accountId,
    setId,
    takes: 'entry' as const,
  }))
  for (const lane of [...lanes, { accountId, setId: null, takes: 'edition' as const }]) {
    const { moved, stayed } = await reschedule(tx, context, lane)
    rescheduled.moved.push(...moved)
    rescheduled.stayed.push(...stayed)
  }
  return { account, rescheduled }
}

function requireBeginning({ editionsSince }: Account, since: Instant, now: Instant): void {
  if (editionsSince === null)
    throw new AppError(
      'invalid_parameter',
      'Entries go out one by one here: add a time that takes an edition first.',
    )
  if (since > now) throw new AppError('invalid_parameter', 'Editions begin with a time that has passed.')
}

/**
 * Assigns the entries of a lane that are at times of the schedule to the coming times, in the same order. This follows from a change of the
 * schedule or a pause, so it is not undone by itself: that would put entries at times that there are no longer.
 */
export async function reschedule(tx: Tx, acting: EntryContext, lane: Lane): Promise<RescheduledEntries> {
  const context = { ...acting, change: undefined }
  const now = context.clock.now()
  const coming = (await queuedIn(tx, lane)).filter(entry => entry.queuedFor > now && !entry.late)
  const scheduled = coming.filter(entry => entry.onSchedule)
  const moments = (await comingTimes(tx, lane, now)).take(scheduled.length).toArray()
  const moved = await assignTimes(tx, context, 'rescheduled', scheduled, moments)
  if (moments.length === 0)
    for (const entry of scheduled) await saveEntry(tx, context, 'lost its time', entry, leaveSchedule(entry))
  return { moved, stayed: coming.filter(entry => !entry.onSchedule || moments.length === 0) }
}

const summaryOf = ({ setId, takes, every, at }: ScheduleTime) => ({
  set: setId,
  takes,
  every,
  day: at?.weekday ?? null,
  time: at && clockTimeOf(at),
})
