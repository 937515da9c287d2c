import { randomInt } from 'node:crypto'
import { type Account, accountByPublicId } from '#accounts/account.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { changePolicy } from '#changelog/publishing/policy.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { until } from '../until.ts'
import { type BrokenGuarantee, breakGuarantee } from './broken-guarantees.ts'
import { aField, leasesOver, mergePulls } from './harness.ts'
import { startPart } from './server-processes.ts'

/** A run in which people and the policy let entries come due, while the publishing processes are killed or frozen in each round. */
interface Siege {
  location: DatabaseLocation
  rounds: number
  /** The number of rounds, from the first, that freeze a process past its lease in place of killing one. */
  freezes?: number
  /** The number of entries that people queue in each round, and of those that the policy publishes. */
  byHand?: number
  byPolicy?: number
  onRound?: (round: number) => void
  /** How long to wait for entries that do not come out. */
  timeoutMs?: number
  /** A guarantee that is broken, for the test of this harness itself. */
  broken?: BrokenGuarantee
}

/** The result of a run. All counts from `lost` on must be zero. */
export interface Publications {
  rounds: number
  kills: number
  freezes: number
  /** Kills and freezes that came when some of a round's entries were out and others not. */
  inTheMiddle: number
  queued: number
  published: number
  /** Entries that were not published, or not promoted. */
  lost: number
  /** Entries without exactly one line in the activity log, or without exactly one change in their history. */
  notOnce: number
  /** Increments of the feed's revision beyond one for each publication. */
  strayRevisions: number
  beforeTime: number
  outOfOrder: number
  givenUp: number
}

const AHEAD_MS = 1_000

export async function besiege(siege: Siege): Promise<Publications> {
  const { location, rounds, freezes = 0, byHand = 16, byPolicy = 8, timeoutMs = 120_000 } = siege
  await using field = await aField(location)
  const { cli, processes } = field
  if (siege.broken) await breakGuarantee(location, siege.broken)
  const parts = location.engine === 'sqlite' ? ['serve'] : ['worker', 'worker']
  processes.push(...(await Promise.all(parts.map(part => startPart(cli, part)))))
  const db = await openDatabase(location, { migrate: false })
  const count = { rounds, kills: 0, freezes: 0, inTheMiddle: 0 }
  try {
    const stock = await prepare(db, field.account, timeoutMs)
    const before = await revisionOf(db, stock.account)
    for (let round = 1; round <= rounds; round++) {
      await wave(stock, byHand, byPolicy)
      const at = randomInt(byHand + byPolicy)
      await untilOut(stock, stock.sent - byHand - byPolicy + at)
      const process = processes[randomInt(processes.length)]
      const out = await published(db)
      if (out > stock.sent - byHand - byPolicy && out < stock.sent) count.inTheMiddle++
      if (process && round <= freezes) {
        count.freezes++
        await process.freeze(leasesOver(db))
      } else {
        count.kills++
        await process?.killAndRestart()
      }
      await untilOut(stock, stock.sent)
      siege.onRound?.(round)
    }
    // After one more wave, a process that was woken or restarted has had the time to do something twice.
    await wave(stock, 1, 0)
    await untilOut(stock, stock.sent)
    return { ...count, ...(await countAll(stock, before)) }
  } finally {
    await db.close()
  }
}

/** The entries of a run: where they are, and how many have come due. */
interface Stock {
  db: Database
  account: Account
  action: EntryContext
  /** The number of entries that must be published by now. */
  sent: number
  timeoutMs: number
}

async function prepare(db: Database, publicId: string, timeoutMs: number): Promise<Stock> {
  const action: EntryContext = { clock: systemClock, ids: randomIds, actor: 'test', effects: [] }
  const account = await accountByPublicId(db.read, publicId)
  const policy = { mode: 'automatic', leastMagnitude: 'major' } as const
  await db.write(tx => changePolicy(tx, action, account.id, policy))
  return { db, account, action, sent: 0, timeoutMs }
}

/** Merges pull requests: some whose drafts people queue for a moment to come, one behind the other, and some that the policy publishes. */
async function wave(stock: Stock, byHand: number, byPolicy: number): Promise<void> {
  const { db, action, account } = stock
  await merge(stock, byHand, 'patch')
  const drafts = await db.read
    .selectFrom('entry')
    .select('id')
    .where('account_id', '=', account.id)
    .where('state', '=', 'draft')
    .where('magnitude', '=', 'patch')
    .execute()
  await db.write(async tx => {
    for (const [index, { id }] of drafts.entries())
      await queueEntry(tx, action, id, { at: action.clock.now() + AHEAD_MS + index })
  })
  await merge(stock, byPolicy, 'major')
}

async function merge(stock: Stock, many: number, magnitude: 'patch' | 'major'): Promise<void> {
  const { db, action, account } = stock
  const from = stock.sent + 1
  stock.sent += many
  await mergePulls(db, action, account.id, { from, many, magnitude })
}

async function published(db: Database): Promise<number> {
  const { n } = await db.read
    .selectFrom('entry')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Waits until this many entries are published, or the timeout ends: an entry that is missing then is counted as lost. */
const untilOut = ({ db, timeoutMs }: Stock, many: number): Promise<unknown> =>
  until(async () => (await published(db)) >= many, 'the publishing', timeoutMs).catch(() => {})

async function revisionOf(db: Database, { id }: Account): Promise<number> {
  const { revision } = await db.read
    .selectFrom('feed')
    .select('revision')
    .where('account_id', '=', id)
    .where('set_id', 'is', null)
    .executeTakeFirstOrThrow()
  return revision
}

async function countAll({ db, account, sent }: Stock, before: number) {
  const entries = await db.read
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .select(['entry.id', 'entry.state', 'entry.version', 'entry.published_at', 'entry.magnitude'])
    .select(['pull.promoted_at', 'pull.promoted_by', 'pull.place'])
    .execute()
  const changes = await db.read
    .selectFrom('activity')
    .select(['subject', 'action', 'after'])
    .where('version', 'is not', null)
    .execute()
  const lines = await db.read
    .selectFrom('activity')
    .select('subject')
    .where('action', '=', 'published')
    .execute()
  const changesOf = Map.groupBy(changes, change => change.subject)
  const linesOf = Map.groupBy(lines, line => line.subject)
  const isOut = (entry: (typeof entries)[number]) =>
    entry.state === 'published' && entry.place === 'announced' && entry.promoted_by === 'queue'
  const isOnce = ({ id, version }: (typeof entries)[number]) => {
    const own = changesOf.get(id) ?? []
    const isStory =
      own
        .map(change => change.action)
        .toSorted()
        .join() === 'published,queued'
    return isStory && version === 3 && linesOf.get(id)?.length === 1
  }
  const timed = entries.map(entry => {
    const queued = changesOf.get(entry.id)?.find(change => change.action === 'queued')
    return { ...entry, due: Number(JSON.parse(queued?.after ?? '{}').queuedFor) }
  })
  const inOrder = timed.filter(entry => entry.magnitude === 'patch').toSorted((a, b) => a.due - b.due)
  const givenUp = await db.read.selectFrom('job').select('id').where('available_at', 'is', null).execute()
  const out = entries.filter(isOut).length
  return {
    queued: sent,
    published: out,
    lost: sent - out,
    notOnce: entries.filter(entry => !isOnce(entry)).length,
    strayRevisions: (await revisionOf(db, account)) - before - out,
    beforeTime: timed.filter(entry => !((entry.published_at ?? 0) >= entry.due)).length,
    outOfOrder: inOrder.filter(
      (entry, at) => (entry.published_at ?? 0) < (inOrder[at - 1]?.published_at ?? 0),
    ).length,
    givenUp: givenUp.length,
  }
}

export const isUnharmed = (it: Publications): boolean =>
  it.published > 0 &&
  [it.lost, it.notOnce, it.strayRevisions, it.beforeTime, it.outOfOrder, it.givenUp].every(one => one === 0)
