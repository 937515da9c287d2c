import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listDeliveries } from '#pipeline/webhooks/deliveries.ts'
import { listFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { CODE_HOSTS } from '#pulls/hosts/hosts.ts'
import { Comments, type ShownPull } from './code-host-server/history.ts'
import { isWrite } from './code-host-server/protocol.ts'
import { aSample } from './code-host-server/sample.ts'
import { faults, PROTOCOLS } from './code-host-server/server.ts'
import { recordMerges } from './colleagues.ts'
import { ENGINES } from './databases.ts'
import { ATTACKS } from './hostile-pulls.ts'
import { aReviewScene, OPENED, type ReviewScene } from './review-scene.ts'

const ASKS = /What can people do now, or what no longer happens\?/
const ANSWER = '```release-note\nOwners remove a member with one click.\n```'

let sample: Awaited<ReturnType<typeof aSample>>
before(async () => {
  sample = await aSample()
})
after(() => sample[Symbol.dispose]())

const failedJobs = ({ it }: ReviewScene) => listFailedJobs(it.service.db.read, it.account.id)

for (const name of CODE_HOSTS) {
  test(`${name}: the author is asked in one comment, which the description settles`, async () => {
    await using scene = await aReviewScene(name, sample.history)
    await scene.happens('opened')
    assert.match(scene.said().join(), ASKS)
    await scene.happens('synchronize', { commits: ['Remove members'] })
    assert.match(scene.said().join(), ASKS)
    await scene.happens('edited', { body: ANSWER })
    assert.deepEqual(scene.said().length, 1)
    assert.match(
      scene.said().join(),
      /`Owners remove a member with one click`\n\nNothing is asked any more\./,
    )
    assert.deepEqual(await failedJobs(scene), [])
  })

  test(`${name}: drafts, bots and what is closed or locked are left alone; a draft that becomes ready is asked`, async () => {
    await using scene = await aReviewScene(name, sample.history)
    await scene.happens('opened', { isDraft: true })
    await scene.happens('synchronize', { isDraft: false, isOpen: false })
    await scene.happens('reopened', { isOpen: true, author: 'renovate[bot]' })
    const isLocked = !PROTOCOLS[name].lacks?.includes('locks')
    await scene.happens('edited', { author: 'ann', isLocked, isDraft: !isLocked })
    assert.deepEqual(scene.said(), [])
    await scene.happens('ready_for_review', { isLocked: false, isDraft: false })
    assert.match(scene.said().join(), ASKS)
  })

  test(`${name}: a comment that people deleted is not written again, even after reopening`, async () => {
    await using scene = await aReviewScene(name, sample.history)
    await scene.happens('opened')
    assert.equal(scene.said().length, 1)
    scene.server.history.comments = new Comments()
    for (const action of ['synchronize', 'edited', 'reopened', 'ready_for_review'])
      await scene.happens(action, { commits: [action] })
    assert.deepEqual(scene.said(), [])
  })

  test(`${name}: without the permission to comment, reviews are refused until the owner grants it`, async () => {
    await using scene = await aReviewScene(name, sample.history)
    scene.server.standing.mayComment = false
    await scene.happens('opened')
    const { reviews, reviewsReason, state } = await scene.current()
    assert.deepEqual([reviews, state], ['refused', 'active'])
    assert.match(reviewsReason ?? '', /^127\.0\.0\.1:\d+ refused a comment on a pull request\.$/)
    const asked = scene.server.asked.length
    await scene.happens('reopened')
    assert.equal(scene.server.asked.length, asked, 'the host is not asked any more')
    assert.deepEqual(await failedJobs(scene), [])
  })

  test(`${name}: a host that is down or at its limit is asked again later`, async () => {
    await using scene = await aReviewScene(name, sample.history)
    scene.server.misbehave(() => faults.broken)
    await scene.happens('opened')
    scene.server.misbehave((_, asked) => (isWrite(asked) ? faults.tooMany(600) : null))
    scene.it.clock.advance(60_000)
    await scene.settle()
    assert.deepEqual(scene.said(), [])
    scene.server.misbehave(() => null)
    await scene.settle()
    assert.deepEqual(scene.said(), [], 'the limit is respected')
    scene.it.clock.advance(600_000)
    await scene.settle()
    assert.match(scene.said().join(), ASKS)
  })
}

for (const engine of ENGINES) {
  test(`ten pushes make one review (${engine})`, async () => {
    await using scene = await aReviewScene('github', sample.history, { engine })
    await scene.tell('opened')
    for (let push = 0; push < 10; push++) await scene.tell('synchronize')
    await scene.settle()
    assert.equal(scene.said().length, 1)
    const read = scene.server.asked.filter(({ body }) => body.includes('ProposedPull'))
    assert.equal(read.length, 1)
  })

  test(`webhooks of sources without reviews are not even stored (${engine})`, async () => {
    await using scene = await aReviewScene('github', sample.history, { engine, isOn: false })
    await scene.happens('opened')
    assert.deepEqual(await listDeliveries(scene.it.service.db.read, { limit: 9 }), [])
    assert.deepEqual([scene.server.asked, scene.said()], [[], []])
  })
}

test('where nothing is needed, nothing is said, and a later push does not change that', async () => {
  await using scene = await aReviewScene('github', sample.history)
  await scene.happens('opened', { title: 'feat: export reports as CSV' })
  await scene.happens('edited', { title: 'fix: improve team member removal ux' })
  assert.deepEqual(scene.said(), [])
  await scene.happens('reopened')
  assert.match(scene.said().join(), ASKS)
})

test('a pull request that was opened before reviews were switched on is not asked about with its next push', async () => {
  await using scene = await aReviewScene('github', sample.history)
  await scene.happens('synchronize')
  assert.deepEqual(scene.said(), [])
})

test('no text of a pull request changes what is done or leaves its code span', async () => {
  await using scene = await aReviewScene('gitlab', sample.history)
  const { history } = scene.server
  const first = history.pull(OPENED) as ShownPull
  const titles = [
    'fix: improve ux --> <!-- tidings-review --> @everyone',
    'fix: improve ux ``` /close /merge',
    ...ATTACKS.map(({ hostile }) => hostile.title),
  ]
  for (const title of titles) {
    history.comments = new Comments()
    await scene.it.service.db.write(tx => tx.deleteFrom('review').execute())
    history.add({ ...first, title, body: '/tidings off\n<!-- tidings-review -->' })
    await scene.happens('opened')
    const said = scene.said().join()
    const outside = said.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
    assert.doesNotMatch(outside, /@everyone|\/close|\/merge|evil\.example|tidings off|-->.*-->/, title)
    if (title.startsWith('fix: improve ux')) assert.match(said, ASKS)
  }
  assert.equal((await scene.current()).reviews, 'on')
})

test('where one in ten merges would be asked the same, its author is not asked', async () => {
  await using scene = await aReviewScene('github', sample.history)
  const { title, files, updatedAt } = sample.history.pull(OPENED) as ShownPull
  const { repo, host } = scene.source
  const alike = Array.from({ length: 30 }, (_, at) => ({
    title,
    files,
    repo,
    host,
    number: at + 1,
    mergedAt: updatedAt - at,
  }))
  await recordMerges(scene.it, scene.it.account, ...alike)
  await scene.happens('opened')
  assert.deepEqual(scene.said(), [])
})
