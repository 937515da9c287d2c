import { accountById } from '#accounts/account.ts'
import type { Entry, QueuedEntry } from '#changelog/entries/entry.ts'
import type { ListedEntry } from '#changelog/entries/list.ts'
import { entryFrom } from '#changelog/entries/store.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { slotsAfter, WEEKDAYS, type WeeklyTime } from './slots.ts'

/** One queue of an account: of a set's entries, or (null) of those under none. */
export interface QueueId {
  accountId: string
  setId: string | null
}

/** One slot of a queue. */
export interface Slot extends WeeklyTime {
  id: string
  setId: string | null
}

const isOf = ({ setId }: QueueId) => (setId === null ? ('is' as const) : ('=' as const))

/** The slots of one queue, or of all, from Monday on. */
export async function slotsOf(
  db: Reader,
  { accountId, setId }: { accountId: string; setId?: string | null },
): Promise<Slot[]> {
  const rows = await db
    .selectFrom('slot')
    .select(['id', 'set_id', 'weekday', 'minute'])
    .where('account_id', '=', accountId)
    .$if(setId !== undefined, query =>
      query.where('set_id', isOf({ accountId, setId: setId ?? null }), setId ?? null),
    )
    .orderBy('weekday')
    .orderBy('minute')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    setId: row.set_id,
    weekday: WEEKDAYS[row.weekday - 1] ?? 'monday',
    minute: row.minute,
  }))
}

/** The coming moments of a queue's slots, taken or not, in order and without end; none where it has no slots. */
export async function comingSlots(db: Reader, line: QueueId, now: Instant): Promise<IteratorObject<Instant>> {
  const { timeZone } = await accountById(db, line.accountId)
  return slotsAfter(await slotsOf(db, line), timeZone, now)
}

/** The coming slots of a queue that no entry is in, in order. */
export async function freeSlots(db: Reader, line: QueueId, now: Instant): Promise<IteratorObject<Instant>> {
  const taken = new Set((await entriesInSlots(db, line)).map(entry => entry.queuedFor))
  return (await comingSlots(db, line, now)).filter(moment => !taken.has(moment))
}

/** The next free slots of every queue that has slots. */
export async function freeSlotsByQueue(
  db: Reader,
  accountId: string,
  now: Instant,
  most: number,
): Promise<{ setId: string | null; free: Instant[] }[]> {
  const sets = new Set((await slotsOf(db, { accountId })).map(slot => slot.setId))
  const queues: { setId: string | null; free: Instant[] }[] = []
  for (const setId of sets) {
    const free = await freeSlots(db, { accountId, setId }, now)
    queues.push({ setId, free: free.take(most).toArray() })
  }
  return queues
}

const isQueued = (entry: Entry): entry is QueuedEntry => entry.state === 'queued'

/** The entries of a queue that are in slots, in order. */
export const entriesInSlots = async (db: Reader, line: QueueId): Promise<QueuedEntry[]> =>
  (await queuedIn(db, line)).filter(entry => entry.inSlot)

/** All that waits in one queue, in order. */
export async function queuedIn(db: Reader, line: QueueId): Promise<QueuedEntry[]> {
  const { accountId, setId } = line
  const rows = await db
    .selectFrom('entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('set_id', isOf(line), setId)
    .where('state', '=', 'queued')
    .orderBy('queued_for')
    .orderBy('id')
    .execute()
  return rows.map(entryFrom).filter(isQueued)
}

/** All that waits in an account's queues, in order, with the primary pull requests' pages. */
export async function listQueue(
  db: Reader,
  accountId: string,
): Promise<(ListedEntry & { entry: QueuedEntry })[]> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('pull_request', 'pull_request.id', 'entry.primary_pull_request_id')
    .selectAll('entry')
    .select('pull_request.url')
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'queued')
    .orderBy('entry.queued_for')
    .orderBy('entry.id')
    .execute()
  return rows.flatMap(row => {
    const entry = entryFrom(row)
    return isQueued(entry) ? [{ entry, externalUrl: row.url }] : []
  })
}

/** So that others may take them within the transaction; each of these entries is stored anew before it ends. */
export async function releaseSlots(tx: Tx, entries: readonly QueuedEntry[]): Promise<void> {
  if (entries.length === 0) return
  const ids = entries.map(entry => entry.id)
  await tx.updateTable('entry').set({ in_slot: 0 }).where('id', 'in', ids).execute()
}
