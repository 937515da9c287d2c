import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, accountByPublicId } from '#accounts/account.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { changePolicy } from '#changelog/publishing/policy.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { ingest } from '#pipeline/ingest/ingest.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { findOrCreateRepository, type Repository } from '#pulls/repositories.ts'
import { type BrokenGuarantee, breakGuarantee } from './broken-guarantees.ts'
import { aPull } from './pulls.ts'
import { commandLineAt, type DataLocation, type ServerProcess, startProcesses } from './server-processes.ts'

/** Entries come due, by hand and by the policy, while the processes that publish them are killed or frozen, round after round. */
export interface Siege {
  location: DataLocation
  rounds: number
  /** Of the rounds, how many freeze a process past its lease in place of killing one. */
  freezes?: number
  /** Queued by hand in each round, and let out by the policy. */
  byHand?: number
  byPolicy?: number
  onRound?: (round: number) => void
  /** How long to wait for entries that do not come out. */
  timeoutMs?: number
  /** For the test of this harness itself: a guarantee that does not hold. */
  broken?: BrokenGuarantee
}

/** What came of it. Everything from `lost` on is to be zero. */
export interface Publications {
  rounds: number
  kills: number
  freezes: number
  /** Kills and freezes that came when some of a round's entries were out and others not. */
  inTheMiddle: number
  queued: number
  published: number
  /** Not published, or not promoted. */
  lost: number
  /** With another number than one of lines in the activity log, or of changes in their history. */
  notOnce: number
  /** Steps of the feed's revision beside one for each publication. */
  strayRevisions: number
  beforeTime: number
  outOfOrder: number
  givenUp: number
}

const LEASE_AND_MORE_MS = 17_000
const AHEAD_MS = 1_000

export async function besiege(siege: Siege): Promise<Publications> {
  const { location, rounds, freezes = 0, byHand = 16, byPolicy = 8, timeoutMs = 120_000 } = siege
  const db = await openDatabase(location, { migrate: true })
  const cli = commandLineAt(location)
  const { account_id: publicId } = await cli.json('account', 'create', '--name', 'Acme')
  if (siege.broken) await breakGuarantee(location, siege.broken)
  const processes = await startProcesses(cli, location.engine === 'sqlite' ? ['serve'] : ['worker', 'worker'])
  const count = { rounds, kills: 0, freezes: 0, inTheMiddle: 0 }
  try {
    const field = await prepare(db, publicId, timeoutMs)
    const before = await revisionOf(db, field.account)
    for (let round = 1; round <= rounds; round++) {
      await wave(field, byHand, byPolicy)
      const at = randomInt(byHand + byPolicy)
      await untilOut(field, field.sent - byHand - byPolicy + at)
      await sleep(randomInt(20))
      const process = processes[randomInt(processes.length)]
      const out = await published(db)
      if (out > field.sent - byHand - byPolicy && out < field.sent) count.inTheMiddle++
      if (process && round <= freezes) {
        count.freezes++
        await freeze(process)
      } else {
        count.kills++
        await process?.killAndRestart()
      }
      await untilOut(field, field.sent)
      siege.onRound?.(round)
    }
    // What was woken, or came back, has had the time to do something twice.
    await sleep(2_500)
    return { ...count, ...(await countAll(field, before)) }
  } finally {
    for (const process of processes) process.stop()
    await db.close()
    cli.remove()
  }
}

async function freeze(process: ServerProcess): Promise<void> {
  process.pause()
  await sleep(LEASE_AND_MORE_MS)
  process.resume()
}

interface Field {
  db: Database
  account: Account
  repository: Repository
  action: EntryContext
  /** Entries that are to be published by now. */
  sent: number
  timeoutMs: number
}

async function prepare(db: Database, publicId: string, timeoutMs: number): Promise<Field> {
  const action: EntryContext = { clock: systemClock, ids: randomIds, actor: 'test', effects: [] }
  const account = await accountByPublicId(db.read, publicId)
  const policy = { mode: 'automatic', leastMagnitude: 'major' } as const
  await db.write(tx => changePolicy(tx, action, account.id, policy))
  const place = { host: 'github.com', repo: 'acme/app' }
  const repository = await db.write(tx =>
    findOrCreateRepository(tx, action.clock, action.ids, account.id, place),
  )
  return { db, account, repository, action, sent: 0, timeoutMs }
}

/** Some that people queued for a moment to come, one behind the other, and some that the policy lets out at once. */
async function wave(field: Field, byHand: number, byPolicy: number): Promise<void> {
  const { db, action, account } = field
  await merge(field, byHand, 'patch')
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
  await merge(field, byPolicy, 'major')
}

async function merge(field: Field, many: number, magnitude: Classification['magnitude']): Promise<void> {
  const { db, action, repository } = field
  const judged = Array.from({ length: many }, (_, at) => {
    const number = field.sent + at + 1
    const pull = aPull({ ...{ host: 'github.com', repo: 'acme/app' }, number, mergedAt: Date.now() })
    const pitch = { headline: `News number ${number}`, body: '', writer: 'offline' as const }
    return { pull, classification: { ...DECIDED, magnitude }, pitch, inputHash: String(number) }
  })
  field.sent += many
  await db.write(tx => ingest(tx, action, repository, judged, { publish: false, drafts: true, live: true }))
}

const DECIDED: Classification = {
  ...{ visibility: 'user-facing', kind: 'feature', magnitude: 'patch', confidence: 'high' },
  ...{ score: 1, reason: 'So it was decided.', evidence: [], layer: 'model', version: 'test' },
}

async function published(db: Database): Promise<number> {
  const { n } = await db.read
    .selectFrom('entry')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Until so many are out, or the timeout ends: what is not out by then is counted as lost. */
async function untilOut({ db, timeoutMs }: Field, many: number): Promise<void> {
  const end = performance.now() + timeoutMs
  while ((await published(db)) < many && performance.now() < end) await sleep(5)
}

async function revisionOf(db: Database, { id }: Account): Promise<number> {
  const { revision } = await db.read
    .selectFrom('feed')
    .select('revision')
    .where('account_id', '=', id)
    .where('set_id', 'is', null)
    .executeTakeFirstOrThrow()
  return revision
}

async function countAll({ db, account, sent }: Field, before: number) {
  const entries = await db.read
    .selectFrom('entry')
    .innerJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .select(['entry.id', 'entry.state', 'entry.version', 'entry.published_at', 'entry.magnitude'])
    .select(['pull.promoted_at', 'pull.promoted_by', 'pull.place'])
    .execute()
  const changes = await db.read.selectFrom('entry_change').select(['entry_id', 'action', 'after']).execute()
  const lines = await db.read
    .selectFrom('activity')
    .select('subject')
    .where('action', '=', 'published')
    .execute()
  const changesOf = Map.groupBy(changes, change => change.entry_id)
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
    return { ...entry, due: Number(JSON.parse(queued?.after ?? '{}').at) }
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
