import assert from 'node:assert/strict'
import { createSet } from '#accounts/sets.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { deleteDraft } from '#changelog/entries/store.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { markShipped } from '#pipeline/ingest/releases.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import { changeRepository, findOrCreateRepository } from '#pulls/repositories/repositories.ts'
import { aDecided, ingestDecided } from '#testing/decided.ts'
import type { PullSketch } from '#testing/pulls.ts'
import { aTime } from '#testing/schedule.ts'
import { runDueJobs, type TestService, withRunningService } from '#testing/service.ts'
import { pauseQueue, pausesOf, resumeQueue } from './pauses.ts'
import type { PublishingPolicy } from './policy.ts'
import { changePolicy } from './policy.ts'
import { applyPolicy, policyJobs, schedulePolicyRun } from './policy-job.ts'
import { publishDue } from './publisher.ts'
import { addTime } from './schedule.ts'

const UNWORDED = { source: 'language-model', detail: 'its words were not used', weight: 0 }

/** Sets up a team whose merges are classified as the test says. */
async function aTeam(it: TestService, policy: Partial<PublishingPolicy> | null = { mode: 'automatic' }) {
  const { service, account, clock } = it
  const { db, ids } = service
  const action = { clock, ids, actor: 'test', effects: [] }
  if (policy) await db.write(tx => changePolicy(tx, action, account.id, policy))
  const place = { host: 'github.com', repo: 'acme/app' }
  const repository = () => db.write(tx => findOrCreateRepository(tx, clock, ids, account.id, place))
  await repository()
  let number = 0
  return {
    db,
    action,
    repository,
    async merge(
      headline: string,
      { live = true, ...more }: Partial<Classification> & { pull?: PullSketch; live?: boolean } = {},
    ): Promise<void> {
      const { pull: sketch, ...decided } = more
      const merged = { number: ++number, title: headline, mergedAt: clock.now(), ...sketch }
      const judged = [aDecided(merged, { headline }, decided)]
      await db.write(tx => ingestDecided(tx, action, account.id, judged, live ? null : 'drafts'))
      await it.settle()
    },
    publish: () => publishDue(db, { clock, ids, actor: 'queue', effects: [] }),
    /** The entries as `state time title`. */
    async entries(): Promise<string[]> {
      const listed = await listEntries(db.read, { accountId: account.id })
      const lines = listed.map(({ entry }) => {
        const time = entry.state === 'queued' ? ` ${isoOf(entry.queuedFor).slice(5, 16)}` : ''
        return `${entry.state}${time} ${entry.title}`
      })
      return lines.toSorted()
    },
  }
}

withRunningService('a policy queues matching drafts for the times of their set', async it => {
  const team = await aTeam(it)
  const { db, action } = team
  const set = await db.write(tx => createSet(tx, it.clock, it.service.ids, it.account.id, { name: 'Mobile' }))
  const setRules = [{ glob: 'mobile/**', setId: set.id }]
  const into = await team.repository()
  await db.write(tx => changeRepository(tx, into, { setRules }))
  for (const time of [aTime('tuesday 10:00'), aTime('friday 10:00', set.id)])
    await db.write(tx => addTime(tx, action, it.account.id, time))
  await team.merge('Add apples')
  await team.merge('Add bread')
  await team.merge('Add melons', { pull: { files: ['mobile/app.ts'] } })
  await team.merge('Add a patch', { magnitude: 'patch' })
  await team.merge('Add doubt', { confidence: 'medium' })
  await team.merge('Remove it', { kind: 'removal' })
  await team.merge('Add words', { evidence: [UNWORDED] })
  assert.deepEqual(await team.entries(), [
    ...['draft Add a patch', 'draft Add doubt', 'draft Add words', 'draft Remove it'],
    ...['queued 03-03T10:00 Add apples', 'queued 03-06T10:00 Add melons', 'queued 03-10T10:00 Add bread'],
  ])
  const { actor } = await db.read
    .selectFrom('activity')
    .select('actor')
    .where('action', '=', 'queued')
    .executeTakeFirstOrThrow()
  assert.equal(actor, 'policy')
})

withRunningService(
  'without times matching drafts are published at once, unless the queue is paused',
  async it => {
    const team = await aTeam(it)
    await team.merge('Add apples')
    assert.equal(await team.publish(), 1)
    await team.db.write(tx => pauseQueue(tx, team.action, it.account.id, 'all'))
    await team.merge('Add bread')
    assert.equal(await team.publish(), 0)
    await team.db.write(tx => resumeQueue(tx, team.action, it.account.id, 'all'))
    assert.equal(await team.publish(), 1)
    assert.deepEqual(await team.entries(), ['published Add apples', 'published Add bread'])
  },
)

withRunningService(
  'imported history, reverts, edited drafts and changes announced elsewhere wait for a person',
  async it => {
    const team = await aTeam(it)
    const { db, action } = team
    await team.merge('Add apples', { live: false })
    await team.merge('Add bread', { pull: { mergedAt: it.clock.now() - 8 * 86_400_000 } })
    await team.merge('Revert "Add cheese"', { pull: { body: 'Reverts acme/app#77' } })
    // The host reports the imported pull request once more. It still counts as imported.
    await team.merge('Add apples, sweet ones', { pull: { number: 1, body: 'Edited.' } })
    assert.deepEqual(
      (await team.entries()).map(line => line.split(' ')[0]),
      ['draft', 'draft', 'draft'],
    )
    await db.write(tx => changePolicy(tx, action, it.account.id, { mode: 'review' }))
    await team.merge('Add dates')
    await team.merge('Add eggs')
    await db.write(tx => changePolicy(tx, action, it.account.id, { mode: 'automatic' }))
    const listed = (await listEntries(db.read, { accountId: it.account.id })).map(one => one.entry)
    const [dates, eggs] = ['Add dates', 'Add eggs'].map(title => listed.find(entry => entry.title === title))
    await db.write(tx => editEntry(tx, action, dates?.id ?? '', { title: 'Add more dates' }))
    const ids = listed.map(entry => entry.id)
    const queued = await applyPolicy(db, { ...action, actor: 'policy' }, it.account.id, ids)
    assert.deepEqual(
      queued.map(entry => entry.id),
      [eggs?.id],
    )
  },
)

withRunningService(
  'a draft that cannot be queued, is gone or is being changed leaves the others to the policy',
  async it => {
    const team = await aTeam(it, null)
    const { db, action } = team
    for (const title of ['Add apples', 'Add bread', 'Add cheese', 'Add dates']) await team.merge(title)
    const listed = (await listEntries(db.read, { accountId: it.account.id })).map(one => one.entry)
    const drafts = listed.toSorted((a, b) => a.title.localeCompare(b.title))
    const refusals = new Map<string, ErrorCode>([
      ['Add apples', 'invalid_parameter'],
      ['Add cheese', 'conflict'],
    ])
    const queued = async (_: unknown, __: unknown, { title }: { title: string }) => {
      const code = refusals.get(title)
      if (code) throw new AppError(code, 'Not now.')
    }
    await db.write(async tx => {
      await changePolicy(tx, action, it.account.id, { mode: 'automatic' })
      await schedulePolicyRun(
        tx,
        action,
        it.account.id,
        drafts.map(({ id }) => id),
      )
      for (const draft of drafts) if (draft.title === 'Add bread') await deleteDraft(tx, draft)
    })
    const jobs = [policyJobs({ db, clock: it.clock, ids: action.ids, effects: [{ queued }] })]
    await runDueJobs(it.service, jobs)
    const states = async () => (await team.entries()).map(line => line.replace(/ \d\S+/, '')).toSorted()
    assert.deepEqual(await states(), ['draft Add apples', 'draft Add cheese', 'queued Add dates'])
    refusals.delete('Add cheese')
    it.clock.advance(86_400_000)
    await runDueJobs(it.service, jobs)
    assert.deepEqual(await states(), ['draft Add apples', 'queued Add cheese', 'queued Add dates'])
  },
)

withRunningService('an unshipped draft waits for its release before the policy applies', async it => {
  const team = await aTeam(it)
  const into = await team.repository()
  await team.db.write(tx => changeRepository(tx, into, { announceOn: 'release' }))
  await team.merge('Add apples')
  assert.deepEqual(await team.entries(), ['draft Add apples'])
  assert.deepEqual(await it.ledger(), ['unshipped Add apples'])
  const { id } = await team.db.read.selectFrom('pull_request').select('id').executeTakeFirstOrThrow()
  const at = it.clock.now()
  await team.db.write(tx => markShipped(tx, team.action, it.account.id, [{ id, at, tag: 'v1' }]))
  await it.settle()
  assert.equal(await team.publish(), 1)
})

withRunningService('a pause that begins after another ended has its own beginning and person', async it => {
  const { db, action } = await aTeam(it)
  const pause = (actor: string, until: number) =>
    db.write(tx => pauseQueue(tx, { ...action, actor }, it.account.id, 'all', until))
  await pause('ann', it.clock.now() + 1_000)
  it.clock.advance(86_400_000)
  const now = it.clock.now()
  await pause('bob', now + 1_000)
  const [begun] = await pausesOf(db.read, it.account.id, now)
  assert.deepEqual([begun?.pausedAt, begun?.pausedBy, begun?.until], [now, 'bob', now + 1_000])
})
