import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import type { Known } from '#judgement/classification/classifier.ts'
import { ENGINES } from '#testing/databases.ts'
import { aPull } from '#testing/pulls.ts'
import { aWorld, type World } from '#testing/world.ts'
import { cachedAccountContext } from './account-context.ts'
import { learnReleaseConfig } from './past-examples.ts'

const ODD = aPull({
  title: 'Rework the greenhouse',
  files: ['greenhouse/roof.ts'],
  mergedAt: Date.UTC(2100, 0, 1),
})

async function mergeSome(world: World, count: number): Promise<void> {
  for (let at = 0; at < count; at++)
    world.merge(`Show page ${at}`, { files: [`src/app/page${at}.ts`], authorIsBot: at % 5 === 0 })
  await world.settle({ publish: false })
}

const isBlank = ({ contexts }: Known) => contexts.viewOf(ODD).features.every(value => value === 0)

for (const engine of ENGINES) {
  test(`the merges of an account are context for the next one, even without decisions by people (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { db, clock, account } = world
    const classifier = await createProductClassifier()
    await mergeSome(world, 60)
    const known = await cachedAccountContext(db.read, clock, classifier)(account.id)
    assert.equal(known.habits, null)
    assert.ok(!isBlank(known))
    const other = await cachedAccountContext(db.read, clock, classifier)('another')
    assert.ok(isBlank(other), 'accounts see nothing of each other')
  })
}

test('the context of an account is cached, and learnt anew every day', async () => {
  await using world = await aWorld()
  const { db, clock, account } = world
  const knownOf = cachedAccountContext(db.read, clock, await createProductClassifier())
  const first = await knownOf(account.id)
  await mergeSome(world, 60)
  clock.advance(60_000)
  assert.equal((await knownOf(account.id)).contexts, first.contexts)
  clock.advance(86_400_000)
  const later = await knownOf(account.id)
  assert.ok(isBlank(first))
  assert.ok(!isBlank(later))
  clock.advance(60_000)
  assert.equal((await knownOf(account.id)).contexts, later.contexts)
})

test('the ledger shows how regularly a team writes notes, although training examples omit them', async () => {
  await using world = await aWorld()
  for (let at = 0; at < 30; at++) {
    const fragments = [{ path: `.changeset/a${at}.md`, text: '---\n"app": patch\n---\nShow pages\n' }]
    world.merge(`Show page ${at}`, { files: [`src/app/page${at}.ts`], fragments })
    world.merge('Refactor the store', { files: [`src/store/s${at}.ts`] })
  }
  await world.settle({ publish: false })
  const knownOf = cachedAccountContext(world.db.read, world.clock, await createProductClassifier())
  const { contexts } = await knownOf(world.account.id)
  const absence = contexts.viewOf(ODD).absence
  assert.match(absence?.detail ?? '', /^it lacks the changeset/)
  assert.ok((absence?.weight ?? 0) < -1, String(absence?.weight))
})

test('how a team configured its release notes counts for its own repository, once it was imported', async () => {
  await using world = await aWorld()
  const { db, clock, action, account } = world
  const facts = { host: ODD.host, repo: ODD.repo }
  const config = 'changelog:\n  exclude:\n    labels: [greenhouse]\n'
  const files = [{ path: '.github/release.yml', text: config }]
  await learnReleaseConfig(db, action, account, facts, files)
  const classifier = await createProductClassifier()
  const known = await cachedAccountContext(db.read, clock, classifier)(account.id)
  const labelled = { ...ODD, labels: ['greenhouse'] }
  assert.match(classifier.classify(labelled, known).reason, /release\.yml leaves the label “greenhouse” out/)
  const elsewhere = classifier.classify({ ...labelled, repo: 'acme/other' }, known)
  assert.doesNotMatch(elsewhere.reason, /release\.yml/)
})
