import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NetworkFailure } from '#social/network.ts'
import { littleText, plainText } from '#social/networks/linkedin.ts'
import { aBench, aPicture, aPost, type Bench, NEVER, soughtFor } from './bench.ts'
import { aLinkedInServer, type LinkedInServer, MEMBER_SCOPES } from './linkedin.ts'

async function aLinkedInBench(
  handle: string | null,
  scopes?: string,
): Promise<Bench & { there: LinkedInServer }> {
  const there = await aLinkedInServer()
  const request = { instance: null, handle, secret: there.aToken(scopes) }
  const rest = { texts: () => [], revoke: () => {}, isPublish: () => false }
  try {
    return { ...(await aBench('linkedin', there, request, rest)), there }
  } catch (error) {
    await there.close()
    throw error
  }
}

const ORGANIZATION = 'company/acme'

test('reserved characters are escaped for LinkedIn, and hashtags are marked', async () => {
  const text = String.raw`Use foo_bar(x) <b> *now* ~5 [a|b] {c} @ann C:\temp a#b #news #größe_2 https://example.com/a_b#c`
  assert.equal(plainText(littleText(text)), text)
  assert.match(littleText('See #news'), /^See \{hashtag\|\\#\|news\}$/)
  assert.equal(littleText('#1 of (2)'), String.raw`\#1 of \(2\)`)
  await using bench = await aLinkedInBench(ORGANIZATION)
  await bench.client.publish(aPost(text), NEVER)
  assert.equal(plainText(bench.there.posts[0]?.commentary ?? ''), text)
})

test('a post on LinkedIn has a card of its link, or a picture with its alternative text', async () => {
  await using bench = await aLinkedInBench(ORGANIZATION)
  const { client, there } = bench
  const thumbnail = await client.upload(await aPicture(''))
  const card = {
    url: 'https://example.com/e/one',
    title: 'Reports',
    description: 'Can be exported',
    thumbnail,
  }
  await client.publish(aPost('Reports https://example.com/e/one', { card }), NEVER)
  const { url: source, ...shown } = card
  assert.deepEqual(there.posts[0]?.content, { article: { source, ...shown } })
  const alt = 'A blue rectangle'
  const uploaded = await client.upload(await aPicture(alt))
  await client.publish(aPost('With a picture', { image: { uploaded, width: 60, height: 40, alt } }), NEVER)
  assert.deepEqual(there.posts[1]?.content, { media: { id: uploaded, altText: alt } })
  assert.equal(there.images.get(uploaded)?.owner, 'urn:li:organization:2414183')
})

test('a post of an organization that is for followers alone is not shown to everybody instead', async () => {
  await using bench = await aLinkedInBench(ORGANIZATION)
  const post = aPost('Reports can be exported', { visibility: 'followers' })
  await assert.rejects(bench.client.publish(post, NEVER), { name: 'NetworkFailure', reason: 'rejected' })
  assert.deepEqual(bench.there.posts, [])
})

test('a text that LinkedIn has already is refused as a duplicate', async () => {
  await using bench = await aLinkedInBench(ORGANIZATION)
  await bench.client.publish(aPost('Reports can be exported'), NEVER)
  await assert.rejects(bench.client.publish(aPost('Reports can be exported'), NEVER), {
    ...{ name: 'NetworkFailure', reason: 'duplicate' },
  })
})

test('a member posts to LinkedIn, but nobody can look the posts up there', async () => {
  await using bench = await aLinkedInBench(null, MEMBER_SCOPES)
  const { client, connection, there } = bench
  assert.deepEqual(
    [connection.profile.id, connection.profile.name],
    ['urn:li:person:782bbtaQ', 'Ann Example'],
  )
  const post = aPost('Reports can be exported', { visibility: 'followers' })
  const reference = await client.publish(post, NEVER)
  assert.equal(there.posts[0]?.visibility, 'CONNECTIONS')
  assert.deepEqual(await client.find(soughtFor(post)), { outcome: 'unclear' })
  await client.edit?.(reference, aPost('Reports can be printed (too)'))
  assert.equal(there.posts[0]?.commentary, String.raw`Reports can be printed \(too\)`)
  assert.equal(await client.withdraw(reference), 'withdrawn')
  assert.deepEqual(there.posts, [])
})

test('a token of LinkedIn that lacks a permission is refused, with what an organization needs', async () => {
  await assert.rejects(aLinkedInBench(ORGANIZATION, MEMBER_SCOPES), {
    reason: 'unauthorized',
    message: /did not grant w_organization_social.*application that LinkedIn approved/,
  })
})

test('an organization is connected to LinkedIn through its pages, and its access ends after 60 days', async () => {
  await using bench = await aLinkedInBench(ORGANIZATION)
  const { network, context, there, connection } = bench
  const returnUrl = 'https://news.acme.example/social/linkedin/return'
  const asked = {
    instance: null,
    handle: ORGANIZATION,
    returnUrl,
    findApp: async () => ({}),
  }
  const { url, kept } = (await network.oauth?.start(context, asked)) ?? { url: '', kept: {} }
  const returned = { parameters: there.agree(url).searchParams, kept, returnUrl }
  const made = await network.oauth?.finish(context, returned)
  assert.equal(made?.profile.id, connection.profile.id)
  const days = ((made?.credentials.expiresAt ?? 0) - Date.now()) / 86_400_000
  assert.ok(days > 59 && days <= 60)
  await assert.rejects(
    async () => network.refresh?.(context, connection),
    error => error instanceof NetworkFailure && error.reason === 'unauthorized',
  )
})

test('an organization on LinkedIn is given by its name or the address of its page, and nothing else', async () => {
  for (const handle of [
    'acme',
    'company/acme/',
    'linkedin.com/company/acme',
    'https://de.linkedin.com/company/acme',
  ]) {
    await using bench = await aLinkedInBench(handle)
    assert.equal(bench.connection.profile.handle, 'company/acme')
  }
  for (const handle of ['Acme Inc.', 'https://www.linkedin.com/in/ann', 'https://example.com/company/acme'])
    await assert.rejects(aLinkedInBench(handle), { code: 'invalid_parameter', message: /as company\/NAME/ })
})

test('an organization is not connected to LinkedIn without all that posting needs', async () => {
  await using bench = await aLinkedInBench(ORGANIZATION)
  const { network, context, there } = bench
  const returnUrl = 'https://news.acme.example/social/linkedin/return'
  const asked = { instance: null, handle: ORGANIZATION, returnUrl, findApp: async () => ({}) }
  const { url, kept } = (await network.oauth?.start(context, asked)) ?? { url: '', kept: {} }
  const less = new URL(url)
  less.searchParams.set('scope', 'r_organization_admin r_organization_social')
  const parameters = there.agree(less.href).searchParams
  await assert.rejects(async () => network.oauth?.finish(context, { parameters, kept, returnUrl }), {
    ...{ name: 'NetworkFailure', reason: 'unauthorized', message: /did not grant w_organization_social\./ },
  })
})

test('a version of the interface that LinkedIn no longer supports is told in time, and when it is over', async () => {
  await using bench = await aLinkedInBench(ORGANIZATION)
  const { network, context } = bench
  const { settings } = context
  const warning = (day: string) => network.warning?.(settings, Date.parse(day))
  assert.equal(warning('2027-07-31'), null)
  assert.match(warning('2027-08-01') ?? '', /until about 2027-10\. Set TIDINGS_LINKEDIN_VERSION/)
  const old = { ...settings, linkedin: { ...settings.linkedin, version: '202411' } }
  const client = network.open({ ...context, settings: old }, bench.connection)
  await assert.rejects(client.publish(aPost('Too old'), NEVER), {
    reason: 'rejected',
    message: /does not support version 202411/,
  })
})
