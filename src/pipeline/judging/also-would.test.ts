import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { recordedJudgement } from '#testing/offline-judge.ts'
import { aWorld } from '#testing/world.ts'
import { alsoWould } from './also-would.ts'
import type { Judge, Judged } from './judged.ts'
import { overrideClassification } from './overrides.ts'

test('a correction names the open drafts that would follow it, and why', async () => {
  await using world = await aWorld()
  const { db, account } = world
  for (const title of ['feat: add a linter', 'feat: add a formatter', 'feat: add dark mode'])
    world.merge(title)
  await world.settle({ publish: false })
  const ledger = await listPulls(db.read, { accountId: account.id })
  const idOf = (title: string) => ledger.find(pull => pull.title === title)?.id ?? ''
  const linter = idOf('feat: add a linter')
  const classifier = await createProductClassifier()
  const action = { clock: world.clock, ids: { next: () => crypto.randomUUID() }, actor: 'ada', effects: [] }
  /** A judge that has learnt that tools are internal. */
  const judge: Judge = async (_, pulls, __, drafted) => {
    assert.deepEqual(drafted, [], 'no language model is asked')
    return pulls.map((pull): Judged => {
      const classification = classifier.classify(pull)
      const isTool = /linter|formatter/.test(pull.title)
      const habit = { source: 'team', detail: 'the team announced 0 of 4 changes in tools', weight: -2 }
      const decided = isTool
        ? { ...classification, visibility: 'internal' as const, evidence: [habit] }
        : { ...classification, visibility: 'user-facing' as const }
      return { pull, classification: decided, inputHash: '', pitch: null }
    })
  }
  const asked = () => alsoWould({ db: db.read, judge }, account.id, linter)
  assert.deepEqual((await asked()).pulls, [])
  const offline = await recordedJudgement(db.read, linter)
  await db.write(tx => overrideClassification(tx, action, offline, linter, { visibility: 'internal' }))
  const { rule, visibility, pulls } = await asked()
  assert.deepEqual([rule, visibility], ['the team announced 0 of 4 changes in tools', 'internal'])
  assert.deepEqual(
    pulls.map(({ title }) => title),
    ['feat: add a formatter'],
  )
})
