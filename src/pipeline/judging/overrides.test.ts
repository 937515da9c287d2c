import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listEntries } from '#changelog/entries/list.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import type { Engine } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { ENGINES } from '#testing/databases.ts'
import { recordedJudgement } from '#testing/offline-judge.ts'
import { aWorld, type World } from '#testing/world.ts'
import { accountExamples, undecidedMerges } from './account-context.ts'
import { type Override, overrideClassification } from './overrides.ts'

async function worldFor(context: TestContext, engine: Engine = 'sqlite'): Promise<World> {
  const world = await aWorld(engine)
  context.after(() => world.close())
  return world
}

const FEATURE = 'feat: export reports as CSV'
const CHORE = 'chore: rename the queue'

async function theOnly(world: World) {
  const [pull] = await listPulls(world.db.read, { accountId: world.account.id })
  assert.ok(pull)
  return pull
}

async function decide(world: World, override: Override): Promise<void> {
  const { id } = await theOnly(world)
  const offline = await recordedJudgement(world.db.read, id)
  const action = { ...world.action, actor: 'ann' }
  await world.db.write(tx =>
    overrideClassification(tx, action, offline, id, override, { accountId: world.account.id }),
  )
}

async function theEntry(world: World) {
  const [listed] = await listEntries(world.db.read, { accountId: world.account.id })
  assert.ok(listed)
  return listed.entry
}

for (const engine of ENGINES) {
  test(`overriding a change as user-facing creates a draft with copy and a log entry (${engine})`, async context => {
    const world = await worldFor(context, engine)
    world.merge(CHORE)
    await world.settle({ publish: false })
    assert.deepEqual(await world.ledger(), [`internal ${CHORE}`])
    await decide(world, { visibility: 'user-facing', kind: 'improvement' })
    assert.deepEqual(await world.ledger(), [`drafted ${CHORE}`])
    const entry = await theEntry(world)
    assert.deepEqual([entry.state, entry.kind], ['draft', 'improvement'])
    assert.ok(entry.title.length > 0)
    const log = await world.db.read
      .selectFrom('activity')
      .selectAll()
      .where('action', '=', 'classified')
      .executeTakeFirstOrThrow()
    assert.equal(log.actor, 'ann')
    assert.equal(JSON.parse(log.before ?? '{}').visibility, 'internal')
    assert.deepEqual(
      [JSON.parse(log.after ?? '{}').visibility, JSON.parse(log.after ?? '{}').layer],
      ['user-facing', 'person'],
    )
  })

  test(`an override survives a new classification of the pull request (${engine})`, async context => {
    const world = await worldFor(context, engine)
    world.merge(FEATURE, { number: 5 })
    await world.settle({ publish: false })
    await decide(world, { visibility: 'internal' })
    assert.deepEqual(await world.entries(), ['dismissed Export reports as CSV'])
    world.merge('feat: export all reports as CSV', { number: 5 })
    await world.settle({ publish: true })
    const pull = await theOnly(world)
    assert.deepEqual([pull.visibility, pull.layer], ['internal', 'person'])
    assert.deepEqual(await world.entries(), ['dismissed Export reports as CSV'])
  })
}

test('after an override the copy of a draft follows the pull request, and its kind stays', async context => {
  const world = await worldFor(context)
  world.merge(FEATURE, { number: 5 })
  await world.settle({ publish: false })
  await decide(world, { kind: 'improvement', magnitude: 'major' })
  world.merge('feat: export all reports as CSV', { number: 5 })
  await world.settle({ publish: false })
  const { title, kind, magnitude } = await theEntry(world)
  assert.deepEqual([title, kind, magnitude], ['Export all reports as CSV', 'improvement', 'major'])
})

test('a draft dismissed by an override returns with the opposite override', async context => {
  const world = await worldFor(context)
  world.merge(FEATURE)
  await world.settle({ publish: false })
  await decide(world, { visibility: 'internal' })
  assert.deepEqual(await world.ledger(), [`dismissed ${FEATURE}`])
  await decide(world, { visibility: 'user-facing' })
  assert.deepEqual(await world.entries(), ['draft Export reports as CSV'])
  assert.deepEqual(await world.ledger(), [`drafted ${FEATURE}`])
})

test('a queued or published entry takes over kind and magnitude, but not a change to internal', async context => {
  const world = await worldFor(context)
  world.merge(FEATURE)
  await world.settle({ publish: false })
  const { id } = await theEntry(world)
  const at = world.clock.now() + 60_000
  await world.db.write(tx => queueEntry(tx, world.action, id, { at }))
  await decide(world, { kind: 'improvement' })
  assert.deepEqual([(await theEntry(world)).kind, (await theEntry(world)).state], ['improvement', 'queued'])
  await assert.rejects(decide(world, { visibility: 'internal' }), { code: 'conflict', message: /queue/ })
  await world.db.write(tx => publishEntry(tx, world.action, id))
  await decide(world, { magnitude: 'major' })
  assert.equal((await theEntry(world)).magnitude, 'major')
  await assert.rejects(decide(world, { visibility: 'internal' }), {
    code: 'conflict',
    message: /withdraw it/,
  })
  assert.equal((await theOnly(world)).visibility, 'user-facing')
})

test('a pull request of another account cannot be overridden', async context => {
  const world = await worldFor(context)
  world.merge(FEATURE)
  await world.settle({ publish: false })
  const { id } = await theOnly(world)
  const offline = await recordedJudgement(world.db.read, id)
  const strange = world.db.write(tx =>
    overrideClassification(tx, world.action, offline, id, { kind: 'fix' }, { accountId: randomIds.next() }),
  )
  await assert.rejects(strange, { code: 'not_found' })
  assert.notEqual((await theOnly(world)).kind, 'fix')
})

test('overrides and entries published by people are training examples; imports are not', async context => {
  const world = await worldFor(context)
  world.merge('feat: add exports')
  await world.settle({ publish: true })
  assert.deepEqual(await accountExamples(world.db.read, world.account.id), [])
  world.merge('feat: schedule reports by mail')
  await world.settle({ publish: false })
  const drafted = (await listEntries(world.db.read, { accountId: world.account.id, state: 'draft' }))[0]
  await world.db.write(tx => publishEntry(tx, { ...world.action, actor: 'ann' }, drafted?.entry.id ?? ''))
  const told = async () =>
    (await accountExamples(world.db.read, world.account.id)).map(
      ({ pull, answer, source }) => `${source} ${answer.visibility} ${pull.title}`,
    )
  assert.deepEqual(await told(), ['entry user-facing feat: schedule reports by mail'])
  await decide(world, { kind: 'improvement' })
  assert.deepEqual(await told(), ['override user-facing feat: schedule reports by mail'])
})

for (const engine of ENGINES)
  test(`merges without a decision by a person are counted beside those with one (${engine})`, async context => {
    const world = await worldFor(context, engine)
    world.merge('feat: add exports')
    world.merge('fix: charts load again')
    await world.settle({ publish: true })
    world.merge('feat: schedule reports by mail')
    await world.settle({ publish: false })
    await decide(world, { kind: 'improvement' })
    const examples = await accountExamples(world.db.read, world.account.id)
    const others = await undecidedMerges(world.db.read, world.account.id, examples)
    assert.deepEqual(
      others.map(({ pull }) => pull.title),
      ['feat: add exports', 'fix: charts load again'],
    )
    assert.deepEqual(await undecidedMerges(world.db.read, randomIds.next(), []), [])
  })
