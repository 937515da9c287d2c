import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Reviewer, reviewJob, reviewJobs } from '#pipeline/reviewing/review-job.ts'
import { countOfOlderMarks } from '#pipeline/reviewing/review-states.ts'
import type { Outcome } from '#platform/jobs/job.ts'
import type { PullConversation } from '#pulls/hosts/pull-conversation.ts'
import { repositoryById } from '#pulls/repositories/repositories.ts'
import { openReviewer } from '../src/app/worker.ts'
import { Comments } from './code-host-server/history.ts'
import { aSample } from './code-host-server/sample.ts'
import { recordMerges } from './colleagues.ts'
import { ENGINES } from './databases.ts'
import { Killed, killedAt } from './killed-conversation.ts'
import { aReviewScene, OPENED, type ReviewScene } from './review-scene.ts'

let sample: Awaited<ReturnType<typeof aSample>>
before(async () => {
  sample = await aSample()
})
after(() => sample[Symbol.dispose]())

/** Runs the job of a review as a worker does, without its writes, which are returned. */
async function runReview(
  { it, source }: ReviewScene,
  through = (host: PullConversation) => host,
): Promise<Outcome> {
  const context: Reviewer = openReviewer(it.service)
  const opened = new Map<string, PullConversation>()
  const hostOf: Reviewer['hostOf'] = async asked => {
    const host = opened.get(asked.id) ?? (await context.hostOf(asked))
    if (host) opened.set(asked.id, through(host))
    return opened.get(asked.id) ?? null
  }
  const signal = new AbortController().signal
  return reviewJobs({ ...context, hostOf }).run(
    { sourceId: source.id, number: OPENED },
    { accountId: source.accountId, signal, progressed: async () => {} },
  )
}

test('killed at any request, and before its outcome is stored, a review leaves one comment', async () => {
  await using scene = await aReviewScene('github', sample.history)
  const { db } = scene.it.service
  for (const when of ['before', 'after'] as const)
    for (let step = 1; step <= 7; step++) {
      sample.history.comments = new Comments()
      await db.write(tx => tx.deleteFrom('review').execute())
      await scene.tell('opened')
      await scene.it.settle()
      await runReview(scene, host => killedAt(host, step, when)).catch(error =>
        assert.ok(error instanceof Killed, String(error)),
      )
      await scene.settle()
      assert.equal(scene.said().length, 1, `${when} request ${step}`)
    }
})

for (const engine of ENGINES) {
  test(`comments that another key signed are counted until their pull request is merged (${engine})`, async () => {
    await using scene = await aReviewScene('forgejo', sample.history, { engine })
    const { db, secrets } = scene.it.service
    const older = (fingerprint: string) => countOfOlderMarks(db.read, fingerprint)
    const { fingerprint } = await secrets()
    assert.equal(await older('newer'), 0)
    await scene.happens('opened')
    assert.deepEqual([await older('newer'), await older(fingerprint)], [1, 0])
    const { host, name: repo } = await repositoryById(db.read, scene.source.repositoryId)
    await recordMerges(scene.it, scene.it.account, { host, repo, number: OPENED })
    assert.equal(await older('newer'), 0)
  })

  test(`two workers at once leave one comment, which stays deleted once people delete it (${engine})`, async () => {
    await using scene = await aReviewScene('forgejo', sample.history, { engine })
    const { db } = scene.it.service
    await scene.tell('opened')
    await scene.it.settle()
    const outcomes = await Promise.all([1, 2, 3].map(() => runReview(scene)))
    assert.equal(scene.said().length, 1)
    for (const outcome of outcomes) await db.write(outcome)
    sample.history.comments = new Comments()
    await scene.settle()
    await scene.happens('reopened')
    assert.deepEqual(scene.said(), [])
  })
}

test('what an owner switched off while the host was asked stays off', async () => {
  await using scene = await aReviewScene('gitlab', sample.history)
  scene.server.standing.mayComment = false
  await scene.tell('opened')
  await scene.it.settle()
  const outcome = await runReview(scene)
  const { db } = scene.it.service
  await db.write(tx => tx.updateTable('source').set({ reviews: 'off' }).execute())
  await db.write(outcome)
  assert.equal((await scene.current()).reviews, 'off')
})

test('a review that waits is left out once reviews are off', async () => {
  await using scene = await aReviewScene('gitlab', sample.history)
  await scene.tell('opened')
  await scene.it.settle()
  const waiting = await scene.it.service.db.read.selectFrom('job').selectAll().execute()
  assert.deepEqual(
    waiting.map(({ kind }) => kind),
    [reviewJob.name],
  )
  await scene.it.service.db.write(tx => tx.updateTable('source').set({ reviews: 'off' }).execute())
  await scene.settle()
  assert.deepEqual([scene.server.asked, scene.said()], [[], []])
})
