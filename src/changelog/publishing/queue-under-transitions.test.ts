import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editEntry } from '#changelog/entries/edit.ts'
import { groupEntries, ungroupEntry } from '#changelog/entries/grouping.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { dismissEntry, publishEntry, restoreEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { timesOf } from '#changelog/schedule/times.ts'
import type { Engine } from '#platform/db/database.ts'
import { claimJobs } from '#platform/jobs/queue.ts'
import { createWakeSignal } from '#platform/jobs/wake-signal.ts'
import { runJob } from '#platform/jobs/worker.ts'
import { openLog } from '#platform/log.ts'
import { INTERVALS, WEEKDAYS } from '#platform/recurring-time.ts'
import { ENGINES, onPostgres } from '#testing/databases.ts'
import { aDecided, ingestDecided } from '#testing/decided.ts'
import { type Dice, dice } from '#testing/dice.ts'
import { aTime } from '#testing/schedule.ts'
import { allOf, isRefusal, requireHighlights, requireWhole } from '#testing/whole-ledger.ts'
import { aWorld, type World } from '#testing/world.ts'
import { pauseQueue, pausesOf, resumeQueue } from './pauses.ts'
import { changePolicy } from './policy.ts'
import { policyJob, policyJobs } from './policy-job.ts'
import { publishDue } from './publisher.ts'
import { moveInQueue, queueEntry, requeueEntry, unqueueEntry } from './queue.ts'
import { addTime, changeSchedule, removeTime } from './schedule.ts'

const MERGES = 10
/** The seeds for each engine; fewer on PostgreSQL, where each takes several times longer. */
const SEEDS: Record<Engine, number[]> = { sqlite: [11, 12, 13], postgres: [11] }
const HOUR = 3_600_000
const LATENESS = 24 * HOUR

/** Merges a pull request as if it had just happened. */
async function merge({ db, action, account, clock }: World, number: number, title: string): Promise<void> {
  const body = title.startsWith('Revert') ? `Reverts acme/app#${number - 1_000}` : ''
  const merged = aDecided({ number, title, body, mergedAt: clock.now() }, { headline: title })
  await db.write(tx => ingestDecided(tx, action, account.id, [merged]))
}

/** Runs the policy jobs that are due. */
async function work({ db, action, clock }: World): Promise<void> {
  const log = openLog('error', clock, () => {})
  const jobs = await claimJobs(db, action.ids, { most: 3, leaseMs: 10_000, kinds: [policyJob.name] })
  const parts = { db, clock, ids: action.ids, log, wakeSignal: createWakeSignal() }
  const never = new AbortController().signal
  for (const job of jobs) await runJob(parts, [policyJobs({ db, ...action })], job, never)
}

/** Draws at random what a person, a worker, a code host or a clock does next. */
async function drawn(
  world: World,
  sets: (string | null)[],
  { roll, pick }: Dice,
): Promise<() => Promise<unknown>> {
  const { db, clock, account } = world
  const entries = (await listEntries(db.read, { accountId: account.id })).map(listed => listed.entry.id)
  const times = (await timesOf(db.read, account.id)).map(time => time.id)
  const action = { ...world.action, actor: pick(['ann', 'ben', 'cleo']) }
  const [one, other, set, number] = [pick(entries), pick(entries), pick(sets), 1 + roll(5 * MERGES)]
  const lines = ['all', 'none', ...sets.filter(id => id !== null)]
  const line = pick(lines)
  const seen = 1 + roll(6)
  const at = clock.now() + roll(30) * HOUR
  const write = (how: Parameters<typeof db.write>[0]) => () => db.write(how)
  const deeds: (() => Promise<unknown>)[] = [
    ...Array.from({ length: 4 }, () => write(tx => queueEntry(tx, action, one, { at: 'next' }))),
    write(tx => queueEntry(tx, action, one, { at: clock.now() + 500 })),
    write(tx => queueEntry(tx, action, one, { at: 'next', setId: set })),
    write(tx => queueEntry(tx, action, one, { at, seen })),
    write(tx => queueEntry(tx, action, one, { at })),
    write(tx => requeueEntry(tx, action, one, { at: 'next' })),
    write(tx => requeueEntry(tx, action, one, { at })),
    ...Array.from({ length: 2 }, () => write(tx => moveInQueue(tx, action, one, other))),
    write(tx => moveInQueue(tx, action, one, null)),
    write(tx => moveInQueue(tx, action, one, other, { seen })),
    write(tx => unqueueEntry(tx, action, one)),
    write(tx => publishEntry(tx, action, one)),
    write(tx => dismissEntry(tx, action, one)),
    write(tx => restoreEntry(tx, action, one)),
    write(tx => withdrawEntry(tx, action, one)),
    write(tx => editEntry(tx, action, one, { title: `Edited ${roll(1_000)}`, setId: set })),
    write(tx => groupEntries(tx, action, account.id, { entryIds: [one, other] })),
    write(tx => ungroupEntry(tx, action, one)),
    write(tx => pauseQueue(tx, action, account.id, line)),
    write(tx => resumeQueue(tx, action, account.id, line)),
    ...Array.from({ length: 3 }, () =>
      write(async tx => {
        for (const paused of lines) await resumeQueue(tx, action, account.id, paused)
      }),
    ),
    write(tx =>
      addTime(tx, action, account.id, {
        ...{ setId: set, takes: 'entry', every: pick(INTERVALS) },
        at: { weekday: pick(WEEKDAYS), minute: 30 * roll(48) },
      }),
    ),
    write(tx => removeTime(tx, action, account.id, times.length > 0 ? pick(times) : 'none')),
    write(tx =>
      changeSchedule(tx, action, account.id, { timeZone: pick(['Asia/Kathmandu', 'America/New_York']) }),
    ),
    write(tx => changePolicy(tx, action, account.id, { mode: pick(['review', 'automatic', 'automatic']) })),
    ...Array.from({ length: 4 }, () => () => merge(world, number, `News ${number}, once more ${roll(100)}`)),
    () => merge(world, 1_000 + number, `Revert number ${number}`),
    ...Array.from({ length: 2 }, () => () => work(world)),
    ...Array.from({ length: 9 }, () => () => publishDue(db, { ...action, actor: 'queue' })),
    ...Array.from({ length: 5 }, () => async () => clock.advance(roll(14) * HOUR)),
    async () => clock.advance(roll(60) * HOUR),
    async () => clock.advance(-roll(20) * HOUR),
  ]
  return pick(deeds)
}

/** Checks that no time is taken twice, and that nothing went out early, late or twice. */
async function requireTimely({ db }: World): Promise<number> {
  const entries = await db.read.selectFrom('entry').selectAll().execute()
  const taken = entries.filter(entry => entry.on_schedule === 1)
  assert.ok(taken.every(entry => entry.state === 'queued' && entry.late === 0))
  assert.equal(new Set(taken.map(entry => `${entry.set_id} ${entry.queued_for}`)).size, taken.length)
  assert.ok(entries.every(entry => entry.late === 0 || entry.state === 'queued'))
  const changes = await db.read
    .selectFrom('activity')
    .selectAll()
    .where('version', '>', 1)
    .orderBy('version')
    .execute()
  let sent = 0
  for (const [, own] of Map.groupBy(changes, change => change.subject)) {
    const out = own.filter(change => change.action === 'published')
    const back = own.filter(change => change.action === 'withdrawn')
    assert.ok(out.length - back.length === 0 || out.length - back.length === 1, 'never twice')
    for (const { actor, at, before } of out) {
      if (actor !== 'queue') continue
      const due = JSON.parse(before ?? '').queuedFor
      assert.ok(due <= at && at - due <= LATENESS, `due at ${due}, out at ${at}`)
      sent++
    }
    for (const { at, before, after } of own.filter(change => change.action === 'marked as late'))
      assert.ok(
        at - LATENESS > Number(JSON.parse(before ?? '').queuedFor ?? due(own, after)),
        'late before its limit',
      )
  }
  return sent
}

/** The time that an entry was last queued for. A change that keeps the time does not name it. */
const due = (changes: { after: string | null }[], until: string | null): number =>
  changes
    .slice(
      0,
      changes.findIndex(change => change.after === until),
    )
    .map(change => JSON.parse(change.after ?? '').queuedFor)
    .filter(at => at !== undefined)
    .at(-1)

/** Checks that only a person can publish what a paused queue holds. */
async function requireStill(world: World, deed: () => Promise<unknown>): Promise<void> {
  const { db, account, clock } = world
  const paused = new Set<string>((await pausesOf(db.read, account.id, clock.now())).map(pause => pause.queue))
  const before = await db.read.selectFrom('entry').select(['id', 'set_id', 'state']).execute()
  await deed()
  const isHeld = (setId: string | null) => paused.has('all') || paused.has(setId ?? 'none')
  const held = before.filter(entry => entry.state === 'queued' && isHeld(entry.set_id)).map(({ id }) => id)
  if (held.length === 0) return
  const sent = await db.read
    .selectFrom('activity')
    .innerJoin('entry', 'entry.id', 'activity.subject')
    .select('entry.id')
    .where('activity.actor', '=', 'queue')
    .where('entry.state', '=', 'published')
    .where('entry.id', 'in', held)
    .execute()
  assert.deepEqual(sent, [])
}

async function aBusyWorld(engine: (typeof ENGINES)[number]): Promise<World & { sets: (string | null)[] }> {
  const world = await aWorld(engine)
  const { db, action, account } = world
  const mobile = (await world.aSet('Mobile')).id
  const sets = [null, mobile]
  for (const weekday of WEEKDAYS)
    for (const setId of sets)
      await db.write(tx => addTime(tx, action, account.id, aTime(`${weekday} 10:00`, setId)))
  for (let number = 1; number <= MERGES; number++) await merge(world, number, `News ${number}`)
  await db.write(tx => changePolicy(tx, action, account.id, { mode: 'automatic' }))
  return { ...world, sets }
}

for (const engine of ENGINES) {
  test(`the queue stays consistent under random actions of people, workers and clocks (${engine})`, async () => {
    let sent = 0
    for (const seed of SEEDS[engine]) {
      await using world = await aBusyWorld(engine)
      const chance = dice(seed)
      const outcomes = { done: 0, refused: 0 }
      let before = await allOf(world)
      for (let step = 0; step < 130; step++) {
        world.clock.advance(600)
        const deed = await drawn(world, world.sets, chance)
        try {
          await requireStill(world, deed)
          outcomes.done++
        } catch (error) {
          if (!isRefusal(error)) throw error
          outcomes.refused++
          assert.deepEqual(await allOf(world), before)
        }
        before = await requireWhole(world, MERGES)
      }
      sent += await requireTimely(world)
      await requireHighlights(world)
      assert.ok(outcomes.done > 40 && outcomes.refused > 10, JSON.stringify({ seed, ...outcomes }))
    }
    assert.ok(sent >= SEEDS[engine].length, `${sent} went out by themselves`)
  })
}

onPostgres('the queue stays consistent under concurrent people and workers', async () => {
  let sent = 0
  for (const seed of [14, 15]) {
    await using world = await aBusyWorld('postgres')
    const chance = dice(seed)
    for (let round = 0; round < 40; round++) {
      world.clock.advance(600)
      const deeds = [await drawn(world, world.sets, chance), await drawn(world, world.sets, chance)]
      const worker = { ...world.action, actor: 'queue' }
      deeds.push(
        () => publishDue(world.db, worker),
        () => publishDue(world.db, worker),
      )
      const outcomes = await Promise.allSettled(deeds.map(deed => deed()))
      for (const outcome of outcomes)
        if (outcome.status === 'rejected' && !isRefusal(outcome.reason)) throw outcome.reason
      await requireWhole(world, MERGES)
      await requireTimely(world)
    }
    sent += await requireTimely(world)
    await requireHighlights(world)
  }
  assert.ok(sent > 2, `${sent} went out by themselves`)
})
