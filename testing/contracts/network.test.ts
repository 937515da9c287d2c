import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRestAPIClient } from 'masto'
import { CLOCK_ALLOWANCE_MS, NetworkFailure } from '#social/network.ts'
import { mayBeSent } from '#social/posts/look-up.ts'
import { NETWORKS } from '#social/settings.ts'
import { aBench, aPicture, aPost, contextOf, LIMITS, NEVER, openBench, soughtFor } from '../networks/bench.ts'
import { aBlueskyServer } from '../networks/bluesky.ts'
import { aMastodonServer } from '../networks/mastodon.ts'

const HOUR = 3_600_000

const fails = (reason: NetworkFailure['reason']) => (error: unknown) =>
  error instanceof NetworkFailure && error.reason === reason

for (const name of NETWORKS) {
  const open = () => openBench(name)

  test(`${name}: a post is published, found, withdrawn and then absent`, async () => {
    await using bench = await open()
    const post = aPost('Reports can be exported')
    assert.deepEqual(await bench.client.find(soughtFor(post)), { outcome: 'absent' })
    const reference = await bench.client.publish(post, NEVER)
    assert.deepEqual(await bench.client.find(soughtFor(post)), { outcome: 'found', reference })
    assert.deepEqual(await bench.client.find(soughtFor(aPost('Another text'))), { outcome: 'absent' })
    assert.equal(await bench.client.withdraw(reference), 'withdrawn')
    await bench.client.withdraw(reference)
    assert.deepEqual(await bench.client.find(soughtFor(post)), { outcome: 'absent' })
  })

  test(`${name}: a network that refuses repeats has the same post once, however often it is published`, async () => {
    await using bench = await open()
    const { refusesRepeatsForMs } = bench.network
    if (refusesRepeatsForMs === 0) return
    const post = aPost('Reports can be exported')
    await bench.client.publish(post, NEVER)
    await bench.client.publish(post, NEVER).catch(() => {})
    assert.deepEqual(bench.texts(), ['Reports can be exported'])
    bench.passTime?.(refusesRepeatsForMs - CLOCK_ALLOWANCE_MS)
    await bench.client.publish(post, NEVER).catch(() => {})
    assert.deepEqual(bench.texts(), ['Reports can be exported'])
  })

  test(`${name}: a post that is not shown may be sent again only while the network refuses a second one`, async () => {
    await using bench = await open()
    const { refusesRepeatsForMs: refused } = bench.network
    const later = [0, HOUR / 2, HOUR, 24 * HOUR].map(passed => mayBeSent(bench.network, 0, passed))
    assert.deepEqual(
      later,
      [0, HOUR / 2, HOUR, 24 * HOUR].map(passed => passed < refused),
    )
    assert.ok(mayBeSent(bench.network, null, 24 * HOUR))
  })

  test(`${name}: a post is found although the clock of the server is behind, and another of ours is not taken for it`, async () => {
    await using bench = await open()
    const post = aPost('Reports can be exported')
    const reference = await bench.client.publish(post, NEVER)
    const since = Date.now() + CLOCK_ALLOWANCE_MS - HOUR / 60
    const found = await bench.client.find({ ...soughtFor(post), since })
    assert.deepEqual(found, { outcome: 'found', reference })
    const same = soughtFor(aPost('Reports can be exported'))
    const known = new Set([reference.id])
    assert.deepEqual(await bench.client.find({ ...same, known }), { outcome: 'absent' })
  })

  test(`${name}: texts are counted as the server counts them`, async () => {
    await using bench = await open()
    const { network, connection, client } = bench
    const link = 'https://news.acme.example/e/reports-can-be-exported-0c5ad5ac'
    for (const filling of ['x', 'é', '👩‍👩‍👧', '語'])
      for (const start of ['', `${link} `]) {
        const free = connection.limits.text - network.check(start, connection.limits).count
        const fitting = Math.floor(free / network.check(filling, connection.limits).count)
        const most = start + filling.repeat(Math.min(fitting, Math.floor(2_900 / Buffer.byteLength(filling))))
        assert.deepEqual(network.check(most, connection.limits).faults, [])
        await client.publish(aPost(most), NEVER)
        const over = start + filling.repeat(fitting + 1)
        assert.ok(network.check(over, connection.limits).faults.length > 0)
        await assert.rejects(client.publish(aPost(over), NEVER), fails('rejected'))
      }
    assert.ok(network.check(' \n', connection.limits).faults.length > 0)
  })

  test(`${name}: only what certainly did not happen is a failure, anything else is open`, async () => {
    await using bench = await open()
    const { server, client } = bench
    const briefly = contextOf(server, { ...LIMITS, idleMs: 400 })
    const impatient = bench.network.open(briefly, bench.connection)
    for (const fault of [
      'hang before',
      'hang after',
      'drop before',
      'drop after',
      'broken after',
      'lying',
      'endless',
    ] as const) {
      server.misbehave(request => (bench.isPublish(request) ? fault : null))
      const sender = fault.startsWith('hang') ? impatient : client
      await assert.rejects(
        sender.publish(aPost(`With ${fault}`), NEVER),
        error => !(error instanceof NetworkFailure),
        fault,
      )
    }
    server.misbehave(() => 'limited')
    const before = Date.now()
    await assert.rejects(
      client.publish(aPost('Too many'), NEVER),
      error =>
        error instanceof NetworkFailure && error.reason === 'rate limited' && (error.until ?? 0) > before,
    )
    server.misbehave(() => null)
    bench.revoke()
    await assert.rejects(client.publish(aPost('Nobody may'), NEVER), fails('unauthorized'))
    await assert.rejects(client.verify(), fails('unauthorized'))
    await server.close()
    const later = bench.network.open(contextOf(server), bench.connection)
    await assert.rejects(later.publish(aPost('Nobody is there'), NEVER), fails('unreachable'))
  })

  test(`${name}: a picture is uploaded with its alternative text`, async () => {
    await using bench = await open()
    const { client, server } = bench
    const picture = await aPicture('A blue rectangle')
    const image = { uploaded: await client.upload(picture), width: 60, height: 40, alt: picture.alt }
    await client.publish(aPost('With a picture', { image }), NEVER)
    const described =
      'records' in server ? JSON.stringify([...(server.records as Map<string, unknown>).values()]) : ''
    if (name === 'bluesky')
      assert.match(described, /"alt":"A blue rectangle".*"aspectRatio":\{"width":60,"height":40\}/)
    else if ('media' in server)
      assert.equal(
        [...(server.media as Map<string, { description: string }>).values()][0]?.description,
        picture.alt,
      )
  })
}

test('bluesky: links and hashtags are marked by their bytes, mentions are not, and the link has a card', async () => {
  const server = await aBlueskyServer()
  await using bench = await aBench(
    'bluesky',
    server,
    { instance: null, handle: server.handle, secret: server.anAppPassword() },
    { texts: () => [], revoke: () => {}, isPublish: () => false },
  )
  const text = 'Größer 🎉 als je, @ann.example.com: https://acme.example/e/größe #neu'
  const thumbnail = await bench.client.upload(await aPicture(''))
  const card = {
    url: 'https://acme.example/e/gr%C3%B6%C3%9Fe',
    title: 'Größer',
    description: 'Als je',
    thumbnail,
  }
  await bench.client.publish(aPost(text, { card }), NEVER)
  const [record] = server.records.values()
  const bytes = Buffer.from(text)
  const marked = record.facets.map(
    ({
      index,
      features,
    }: {
      index: { byteStart: number; byteEnd: number }
      features: { $type: string }[]
    }) => [features[0]?.$type, bytes.subarray(index.byteStart, index.byteEnd).toString()],
  )
  assert.deepEqual(marked, [
    ['app.bsky.richtext.facet#link', 'https://acme.example/e/größe'],
    ['app.bsky.richtext.facet#tag', '#neu'],
  ])
  assert.deepEqual(
    [record.embed.$type, record.embed.external.title, record.langs],
    ['app.bsky.embed.external', 'Größer', ['en']],
  )
  assert.equal(record.embed.external.thumb.size, [...server.blobs.values()][0]?.bytes)
})

test('mastodon: another client of the interface reads what was posted', async () => {
  const server = await aMastodonServer()
  const secret = server.aToken()
  await using bench = await aBench(
    'mastodon',
    server,
    { instance: server.origin, handle: null, secret },
    { texts: () => [], revoke: () => {}, isPublish: () => false },
  )
  const image = {
    uploaded: await bench.client.upload(await aPicture('A blue rectangle')),
    width: 60,
    height: 40,
    alt: '',
  }
  const { id } = await bench.client.publish(
    aPost('Berichte', { image, language: 'de-AT', visibility: 'followers' }),
    NEVER,
  )
  const masto = createRestAPIClient({ url: server.origin, accessToken: secret })
  const status = await masto.v1.statuses.$select(id).fetch()
  assert.deepEqual(
    [status.content, status.visibility, status.language, status.mediaAttachments[0]?.description],
    ['<p>Berichte</p>', 'private', 'de', 'A blue rectangle'],
  )
  await bench.client.edit?.({ id, url: '' }, aPost('Neue Berichte', { language: 'de' }))
  const source = await masto.v1.statuses.$select(id).source.fetch()
  assert.equal(source.text, 'Neue Berichte')
  assert.equal((await masto.v1.statuses.$select(id).fetch()).mediaAttachments.length, 1)
})
