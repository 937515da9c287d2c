import assert from 'node:assert/strict'
import sharp from 'sharp'
import { editEntry, illustrateEntry } from '#changelog/entries/edit.ts'
import { pruneImages, storeImage } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { mediaFrom } from '#changelog/entries/images/recordings/recording.ts'
import { withdrawEntry } from '#changelog/entries/transitions.ts'
import { changePage } from '#changelog/page/settings.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog } from '#testing/changelog.ts'
import { aPng } from '#testing/picture-server.ts'
import { anAnimation, aRecording } from '#testing/recordings/recordings.ts'
import { BASE_URL, PAGE_CONTEXT, withServer } from '#testing/served.ts'

const action = { clock: systemClock, ids: randomIds, actor: 'ann', effects: [] }
const ALT = 'The "menu" opens'
const DAY = 86_400_000

/** A published entry on a page, with this upload and poster. */
async function aRecordedEntry(db: Database, upload: Buffer, still: Buffer | null) {
  const changelog = await aChangelog(db)
  const { account } = changelog
  await db.write(tx => changePage(tx, PAGE_CONTEXT, account.id, { isOn: true }))
  const id = await changelog.publish({ title: 'A faster menu', body: 'It **opens** at once.' })
  const picture = await mediaFrom(upload, 'acme')
  const { image } = await db.write(async tx => {
    const poster = still && (await storeImage(tx, action, account.id, await pictureFrom(still, 'acme')))
    return illustrateEntry(tx, action, id, { picture, alt: ALT, poster })
  })
  const feed = `/changelog/${account.publicId}`
  return { changelog, id, picture, sha256: image?.sha256 ?? '', feed, page: `/c/${account.publicId}` }
}

withServer(
  'a recording plays on the page without a script, and comes with the feeds',
  async ({ ask }, db) => {
    const still = await aPng('teal', 320, 180)
    const { picture, sha256, feed, page } = await aRecordedEntry(db, aRecording('mp4'), still)
    const address = `${BASE_URL}/images/${sha256}.mp4`
    const shown = await ask(page)
    const [film = ''] = /<video[^>]+>/.exec(shown.text) ?? []
    assert.match(film, /controls muted playsinline preload="none" poster="\/images\/[0-9a-f]{64}\.png"/)
    assert.match(film, /width="320" height="180" aria-label="The &quot;menu&quot; opens"/)
    assert.ok(film.includes(`src="/images/${sha256}.mp4"`) && !/autoplay/.test(film))
    assert.match(String(shown.headers['content-security-policy']), /script-src 'none'.*media-src 'self'/)
    const [item] = JSON.parse((await ask(`${feed}.json`)).text).items
    const size = picture.bytes.length
    assert.deepEqual(item.attachments, [
      { url: address, mime_type: 'video/mp4', title: ALT, size_in_bytes: size },
    ])
    assert.match(item.image, /\/images\/[0-9a-f]{64}\.png$/)
    assert.ok(item.content_html.includes(`<p><a href="${address}"><img src="${item.image}"`))
    assert.ok(!item.content_html.includes('<video'))
    const atom = (await ask(feed)).text
    const enclosure = `<link rel="enclosure" type="video/mp4" length="${size}" title="The &quot;menu&quot; opens" href="${address}"/>`
    assert.ok(atom.includes(enclosure), atom)
  },
)

withServer(
  'without a poster the page shows the recording alone, and the feeds no picture',
  async ({ ask }, db) => {
    const { sha256, feed, page } = await aRecordedEntry(db, aRecording('webm'), null)
    const { text } = await ask(page)
    assert.match(text, /<video[^>]+preload="metadata" width="160" height="90"/)
    const [item] = JSON.parse((await ask(`${feed}.json`)).text).items
    assert.deepEqual([item.image, item.attachments[0].mime_type], [undefined, 'video/webm'])
    assert.ok(!item.content_html.includes('<img'))
    const [permalink = ''] = /\/c\/[^"]+\/e\/[^"]+/.exec(text) ?? []
    assert.match((await ask(permalink)).text, /og:image" content="[^"]+\/e\/[^/]+\.png\?v=/)
    assert.equal((await ask(`/images/${sha256}.mp4`)).status, 404, 'its type is part of its address')
  },
)

withServer('an animated GIF waits behind its first frame until a reader opens it', async ({ ask }, db) => {
  const { sha256, page } = await aRecordedEntry(db, await anAnimation(), null)
  const [gif = ''] = /<details class="recording">.*<\/details>/.exec((await ask(page)).text) ?? []
  const [, poster = ''] = /<summary><img src="([^"]+)" alt="The &quot;menu&quot; opens"/.exec(gif) ?? []
  assert.ok(gif.includes(`<img src="/images/${sha256}.gif" alt="" width="20" height="10" loading="lazy">`))
  const { body } = await ask(`/images/${sha256}.gif`)
  assert.equal((await sharp(body, { animated: true }).metadata()).pages, 2)
  assert.equal((await sharp((await ask(poster)).body).metadata()).format, 'png')
})

withServer('players get the parts of a recording that they ask for', async ({ ask }, db) => {
  const { sha256, picture } = await aRecordedEntry(db, aRecording('mp4'), null)
  const [path, bytes] = [`/images/${sha256}.mp4`, Buffer.from(picture.bytes)]
  const whole = await ask(path)
  assert.deepEqual([whole.status, whole.body], [200, bytes])
  const { headers } = whole
  assert.deepEqual(
    [headers['content-type'], headers['accept-ranges'], headers['content-disposition']],
    ['video/mp4', 'bytes', 'inline'],
  )
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*; sandbox$/)
  const part = async (range: string, more = {}) => ask(path, { headers: { Range: range, ...more } })
  const last = bytes.length - 1
  const parts: [range: string, first: number, last: number][] = [
    ['bytes=0-1', 0, 1],
    ['bytes=100-', 100, last],
    ['bytes=-10', last - 9, last],
    ['bytes=5-999999999', 5, last],
  ]
  for (const [range, from, to] of parts) {
    const answer = await part(range)
    assert.deepEqual(
      [answer.status, answer.headers['content-range']],
      [206, `bytes ${from}-${to}/${bytes.length}`],
    )
    assert.deepEqual(answer.body, bytes.subarray(from, to + 1), range)
  }
  assert.equal((await part('bytes=0-1', { 'If-Range': headers.etag ?? '' })).status, 206)
  assert.equal((await part('bytes=0-1', { 'If-Range': '"other"' })).status, 200)
  const beyond = await part(`bytes=${bytes.length}-`)
  assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, `bytes */${bytes.length}`])
  for (const odd of ['bytes=0-1,4-5', 'bytes=9-2', 'bytes=-', 'bytes=a-b', 'pages=0-1', 'bytes=-0'])
    assert.ok([200, 416].includes((await part(odd)).status), odd)
  assert.equal((await ask(path, { headers: { 'If-None-Match': headers.etag ?? '' } })).status, 304)
})

withServer(
  'a poster is public and kept as long as its recording, and of the own account',
  async ({ ask }, db) => {
    const { changelog, id, sha256, page } = await aRecordedEntry(db, aRecording('webm'), await aPng('teal'))
    const [, poster = ''] = /poster="([^"]+)"/.exec((await ask(page)).text) ?? []
    assert.equal((await ask(poster)).status, 200)
    await db.write(tx => withdrawEntry(tx, action, id))
    for (const path of [poster, `/images/${sha256}.webm`]) assert.equal((await ask(path)).status, 404)

    const kept = async () => (await db.read.selectFrom('image').select('sha256').execute()).length
    const prune = (days: number) => db.write(tx => pruneImages(tx, systemClock.now() + days * DAY))
    await prune(0)
    await prune(60)
    assert.equal(await kept(), 2)
    await db.write(tx => editEntry(tx, action, id, { image: null }))
    for (const days of [0, 31, 62, 93]) await prune(days)
    assert.equal(await kept(), 0)

    const theirs = await aChangelog(db, 'Other')
    const still = await pictureFrom(await aPng('navy'), 'other')
    const foreign = await db.write(tx => storeImage(tx, action, theirs.account.id, still))
    const picture = await mediaFrom(aRecording('webm'), 'acme')
    const ours = await changelog.publish({ title: 'Another' })
    await assert.rejects(
      db.write(tx => illustrateEntry(tx, action, ours, { picture, alt: ALT, poster: foreign })),
      { code: 'not_found' },
    )
  },
)
