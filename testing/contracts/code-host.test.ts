import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import type { CodeHost, MergedPullsPage, ShipmentKind } from '#pulls/hosts/code-host.ts'
import { HostBusy, HostFailure } from '#pulls/hosts/host-failure.ts'
import { CODE_HOSTS } from '#pulls/hosts/hosts.ts'
import { historyOf } from '#testing/code-host-server/history.ts'
import { aSample, SAMPLE } from '#testing/code-host-server/sample.ts'
import { aScene, backfill, importedAs, ledgerOf, theFirstTime } from '#testing/code-host-server/scene.ts'
import { type Fault, faults, PROTOCOLS } from '#testing/code-host-server/server.ts'

let sample: Awaited<ReturnType<typeof aSample>>
before(async () => {
  sample = await aSample()
})
after(() => sample[Symbol.dispose]())

const failsWith = (reason: HostFailure['reason']) => (error: unknown) =>
  error instanceof HostFailure && error.reason === reason

async function firstThatHolds(host: CodeHost, kind: ShipmentKind, commit: string, since: number) {
  for (const shipment of await host.shipments(SAMPLE, kind, since))
    if (await host.contains(SAMPLE, shipment, commit)) return shipment.tag
  return undefined
}

test('the sample has more than one page of each list', () => {
  const { imported } = sample.history
  assert.ok(imported.length > 50)
  assert.ok(imported.some(pull => pull.files.length > 100))
  assert.ok(imported.some(pull => pull.commits.length > 100))
  assert.equal(imported.filter(pull => pull.fragments.length > 0).length, 3)
})

for (const name of CODE_HOSTS) {
  test(`${name}: backfill gives the same ledger as a git import`, async () => {
    await using scene = await aScene(name, sample.history)
    const pages = await backfill(scene.open)
    assert.ok(pages.length > 2, `${pages.length} pages`)
    assert.deepEqual(ledgerOf(pages), importedAs(name, sample.history, scene.server))
  })

  test(`${name}: a start date limits the backfill to later merges`, async () => {
    await using scene = await aScene(name, sample.history)
    const all = importedAs(name, sample.history, scene.server)
    const since = all.at(-7)?.mergedAt ?? 0
    const asked = scene.server.asked.length
    const pages = await backfill(scene.open, since)
    assert.deepEqual(ledgerOf(pages), all.slice(-7))
    assert.equal(pages.length, 1)
    assert.ok(scene.server.asked.length - asked < 60)
  })

  test(`${name}: merges and changes during a backfill are not missed`, async () => {
    const history = await historyOf(sample.repository.folder, SAMPLE)
    await using scene = await aScene(name, history)
    const host = await scene.open()
    const pages: MergedPullsPage[] = []
    let cursor: string | null = null
    do {
      const page: MergedPullsPage = await host.mergedPulls(SAMPLE, { cursor })
      pages.push(page)
      cursor = page.next
      // The last pull request of the list moves to its head, and another one is merged.
      if (pages.length === 1) {
        history.touch(1, { title: 'fix: show totals in euros' })
        const [model] = history.pulls()
        const now = (model?.updatedAt ?? 0) + 60_000
        if (model) history.add({ ...model, number: 900, mergedAt: now, updatedAt: now })
      }
    } while (cursor !== null && pages.length < 50)
    const ledger = ledgerOf(pages)
    assert.equal(ledger.find(pull => pull.number === 1)?.title, 'fix: show totals in euros')
    assert.equal(ledger.length, sample.history.imported.length + 1)
  })

  test(`${name}: a single pull request matches the git import`, async () => {
    await using scene = await aScene(name, sample.history)
    const host = await scene.open()
    const imported = importedAs(name, sample.history, scene.server)
    for (const number of [1, 2, 4, 5, 6]) {
      assert.deepEqual(
        await host.mergedPull(SAMPLE, number),
        imported.find(pull => pull.number === number),
      )
    }
    assert.equal(await host.mergedPull(SAMPLE, 7_777), null)
  })

  const passing: [string, Fault, { timeoutMs?: number; last?: number }][] = [
    ['a bad gateway', faults.broken, {}],
    ['a dropped connection', { kind: 'drop' }, {}],
    ['an answer that breaks off', { kind: 'break off' }, {}],
    ['an answer that comes too late', { kind: 'silence' }, { timeoutMs: 400, last: 2 }],
  ]
  for (const [what, fault, { last = Infinity, ...patience }] of passing) {
    test(`${name}: ${what} at the first try of each request changes nothing`, async () => {
      await using scene = await aScene(name, sample.history, patience)
      const wanted = importedAs(name, sample.history, scene.server).slice(-last)
      scene.server.misbehave(theFirstTime(fault))
      assert.deepEqual(ledgerOf(await backfill(scene.open, wanted[0]?.mergedAt)), wanted)
    })

    test(`${name}: ${what} at every try is a temporary failure`, async () => {
      await using scene = await aScene(name, sample.history, patience)
      scene.server.misbehave(() => fault)
      const host = await scene.open()
      await assert.rejects(host.repository(SAMPLE), failsWith('temporary'))
      assert.equal(scene.server.asked.length, 3)
      await assert.rejects(host.mergedPulls(SAMPLE, { cursor: null }), failsWith('temporary'))
    })
  }

  test(`${name}: a short limit is waited for`, async () => {
    await using scene = await aScene(name, sample.history)
    scene.server.misbehave(count => (count === 1 ? faults.secondary(1) : null))
    const host = await scene.open()
    assert.equal((await host.repository(SAMPLE)).name, SAMPLE)
    assert.equal(scene.server.asked.length, 2)
  })

  test(`${name}: a long limit ends the call at once and says when to retry`, async () => {
    await using scene = await aScene(name, sample.history)
    const reset = Math.floor(Date.now() / 1000) + 600
    const limits = [faults.tooMany(600), faults.secondary(600), faults.spent(reset)]
    if (name === 'github') limits.push(faults.spentQuestion(reset))
    for (const limit of limits) {
      scene.server.misbehave(() => limit)
      const began = Date.now()
      const host = await scene.open()
      const error = await host.mergedPulls(SAMPLE, { cursor: null }).catch((thrown: unknown) => thrown)
      assert.ok(error instanceof HostBusy, String(error))
      assert.ok(error.until > began + 597_000, `${error.until - began}`)
      assert.ok(error.until < Date.now() + 603_000, `${error.until - began}`)
    }
  })

  test(`${name}: an interrupted backfill continues where it stopped`, async () => {
    await using scene = await aScene(name, sample.history)
    const host = await scene.open()
    const first = await host.mergedPulls(SAMPLE, { cursor: null })
    scene.server.misbehave(() => faults.tooMany(600))
    await assert.rejects(host.mergedPulls(SAMPLE, { cursor: first.next }), failsWith('busy'))
    scene.server.misbehave(() => null)
    const pages = [first]
    for (let cursor = first.next; cursor !== null; ) {
      const page = await host.mergedPulls(SAMPLE, { cursor })
      pages.push(page)
      cursor = page.next
    }
    assert.deepEqual(ledgerOf(pages), importedAs(name, sample.history, scene.server))
  })

  test(`${name}: revoked access is reported`, async () => {
    await using scene = await aScene(name, sample.history)
    for (const token of [null, async () => 'revoked']) {
      const host = await scene.open(token)
      await assert.rejects(host.mergedPulls(SAMPLE, { cursor: null }), failsWith('unauthorized'))
      await assert.rejects(host.mergedPull(SAMPLE, 1), failsWith('unauthorized'))
    }
    scene.server.misbehave(() => faults.suspended)
    const host = await scene.open()
    await assert.rejects(host.mergedPulls(SAMPLE, { cursor: null }), failsWith('suspended'))
    await assert.rejects(host.repository(SAMPLE), failsWith('suspended'))
  })

  test(`${name}: a refused token is replaced by a newer one, once`, async () => {
    await using scene = await aScene(name, sample.history)
    const refused: (string | undefined)[] = []
    const host = await scene.open(async old => {
      refused.push(old)
      return old === undefined ? 'spent' : scene.server.token
    })
    assert.equal((await host.repository(SAMPLE)).name, SAMPLE)
    assert.equal(refused.filter(old => old === 'spent').length, 1)
    assert.equal(scene.server.asked.length, 2)
  })

  test(`${name}: a renamed repository keeps its id and returns its new name; a deleted one is reported`, async () => {
    await using scene = await aScene(name, sample.history)
    const host = await scene.open()
    const before = await host.repository(SAMPLE)
    Object.assign(scene.server.standing, { name: 'acme/core', formerName: SAMPLE })
    const now = await host.repository(SAMPLE)
    assert.deepEqual(
      [now.id, now.name, now.isPrivate, now.defaultBranch],
      [before.id, 'acme/core', true, 'main'],
    )
    scene.server.standing.isGone = true
    await assert.rejects(host.repository(SAMPLE), failsWith('gone'))
    await assert.rejects(host.repository('acme/core'), failsWith('gone'))
    await assert.rejects(host.mergedPull('acme/core', 1), failsWith('gone'))
    await assert.rejects(host.mergedPulls('acme/core', { cursor: null }), failsWith('gone'))
    scene.server.misbehave(() => faults.blocked)
    await assert.rejects(host.repository('acme/core'), failsWith('gone'))
  })

  test(`${name}: the title of an issue is read, of this repository's issues that customers may know of`, async () => {
    const history = await historyOf(sample.repository.folder, SAMPLE)
    history.issues.set(812, { title: 'Reports time out' })
    history.issues.set(813, { title: 'A hole', ...(name === 'gitlab' && { isConfidential: true }) })
    history.issues.set(814, { title: 'Elsewhere', movedTo: 'acme/secret' })
    await using scene = await aScene(name, history)
    const host = await scene.open()
    assert.equal(await host.issueTitle(SAMPLE, 812), 'Reports time out')
    assert.equal(await host.issueTitle(SAMPLE, 813), name === 'gitlab' ? null : 'A hole')
    if (name === 'github') {
      assert.equal(await host.issueTitle(SAMPLE, 814), null)
      history.issues.set(815, { title: 'Unseen', isForbidden: true })
      await assert.rejects(host.issueTitle(SAMPLE, 815), failsWith('unauthorized'))
    }
    assert.equal(await host.issueTitle(SAMPLE, 1), null)
    assert.equal(await host.issueTitle(SAMPLE, 9_999), null)
    scene.server.standing.isGone = true
    await assert.rejects(host.issueTitle(SAMPLE, 812), failsWith('gone'))
  })

  test(`${name}: the diff of a pull request and of a commit has the hunks of each file`, async () => {
    await using scene = await aScene(name, sample.history)
    const host = await scene.open()
    const pull = sample.history.pull(2)
    assert.ok(pull)
    for (const number of [2, null]) {
      const files = await host.diff(SAMPLE, { number, mergeCommit: pull.mergeCommit })
      assert.deepEqual(
        files.map(({ path }) => path),
        pull.files.map(({ path }) => path),
      )
      for (const { patch } of files)
        assert.match(patch, /^@@ .*\n(?:--- a|\+\+\+ b|\+a\n\+b\n|\+Drafts are kept\.\n)/)
    }
  })

  test(`${name}: a merge is shipped with the first release or tag that contains it`, async () => {
    await using scene = await aScene(name, sample.history)
    const host = await scene.open()
    const imported = importedAs(name, sample.history, scene.server)
    for (const kind of ['release', 'tag'] as const) {
      const shipped = async (number: number) => {
        const { mergeCommit, mergedAt } = imported.find(pull => pull.number === number) ?? {}
        const commit = mergeCommit ?? ''
        return firstThatHolds(host, kind, commit, mergedAt ?? 0)
      }
      assert.equal(await shipped(2), 'v1.0.0')
      assert.equal(await shipped(5), 'v2.0.0')
      assert.deepEqual(await host.shipments(SAMPLE, kind, Date.UTC(2027, 0)), [])
    }
  })

  test(`${name}: releases have their own text, newest first`, async () => {
    await using scene = await aScene(name, sample.history)
    const host = await scene.open()
    const tags = await sample.history.tags()
    const told = await host.releaseNotes(SAMPLE)
    if (PROTOCOLS[name].lacks?.includes('releases')) return assert.deepEqual(told, [])
    assert.ok(tags.length > 1)
    assert.deepEqual(
      told.map(({ tag, name: title, body, at }) => [tag, title, body, at]),
      tags.map(tag => [tag.name, `Release ${tag.name}`, `What ${tag.name} brings`, tag.at]),
    )
    for (const { url, tag } of told) assert.ok(url?.startsWith('http') && url.endsWith(`/${tag}`), url ?? '')
  })

  test(`${name}: an unexpected response is a temporary failure, and an invalid cursor an invalid parameter`, async () => {
    await using scene = await aScene(name, sample.history)
    const host = await scene.open()
    for (const body of ['<html>Log in</html>', {}, [], [{ number: 'one' }], null]) {
      scene.server.misbehave(() => ({ kind: 'answer', reply: { body } }))
      await assert.rejects(host.repository(SAMPLE), failsWith('temporary'))
      await assert.rejects(host.mergedPull(SAMPLE, 1), failsWith('temporary'))
    }
    const isWrong = (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter'
    for (const cursor of ['', 'x', 'e30', Buffer.from('{"floor":"a"}').toString('base64url')]) {
      await assert.rejects(host.mergedPulls(SAMPLE, { cursor }), isWrong)
    }
  })

  test(`${name}: a private address that is not allowed is not contacted`, async () => {
    await using scene = await aScene(name, sample.history, { isAllowed: false })
    const host = await scene.open()
    await assert.rejects(host.repository(SAMPLE), (error: unknown) => {
      return error instanceof AppError && error.code === 'invalid_parameter'
    })
    assert.equal(scene.server.asked.length, 0)
  })
}
