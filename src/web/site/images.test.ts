import assert from 'node:assert/strict'
import sharp from 'sharp'
import { createAccount } from '#accounts/account.ts'
import { editEntry, illustrateEntry } from '#changelog/entries/edit.ts'
import { imageOf } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { entryById } from '#changelog/entries/store.ts'
import { publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { systemClock } from '#platform/clock.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog } from '#testing/changelog.ts'
import { BASE_URL, withServer } from '#testing/served.ts'

const action = { clock: systemClock, ids: randomIds, actor: 'ann', effects: [] }
const aPicture = async (colour: string) =>
  pictureFrom(
    await sharp({ create: { width: 30, height: 20, channels: 3, background: colour } })
      .png()
      .toBuffer(),
    'acme',
  )

withServer('a published entry has its image in both feeds, at a permanent URL', async ({ ask }, db) => {
  const changelog = await aChangelog(db)
  const id = await changelog.publish({ title: 'New charts', body: 'They are **red**.' })
  const picture = await aPicture('red')
  const alt = 'A chart with "two" <lines>'
  const { image } = await db.write(tx => illustrateEntry(tx, action, id, { picture, alt }))
  const url = `${BASE_URL}/images/${image?.sha256}.png`
  const path = new URL(url).pathname
  const json = await ask(`/changelog/${changelog.account.publicId}.json`)
  const [item] = JSON.parse(json.text).items
  assert.equal(item.image, url)
  const shown = `<img src="${url}" alt="A chart with &quot;two&quot; &lt;lines&gt;" width="30" height="20" />`
  assert.ok(item.content_html.includes(shown), item.content_html)
  const atom = await ask(`/changelog/${changelog.account.publicId}`)
  assert.ok(atom.text.includes(`&lt;img src=&quot;${url}&quot;`))
  const answer = await ask(path)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, Buffer.from(picture.bytes))
  assert.equal(answer.headers['content-type'], 'image/png')
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  assert.equal(answer.headers['content-security-policy'], "default-src 'none'; sandbox")
  assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
  const head = await ask(path, { method: 'HEAD' })
  assert.deepEqual([head.status, head.body.length], [200, 0])
  assert.equal(head.headers['content-length'], String(picture.bytes.length))
  const known = await ask(path, { headers: { 'If-None-Match': answer.headers.etag ?? '' } })
  assert.deepEqual([known.status, known.body.length], [304, 0])
})

withServer(
  'an image in memory is answered as at the first time',
  async ({ ask, logged }, db) => {
    const changelog = await aChangelog(db)
    const id = await changelog.publish({ title: 'New charts' })
    const picture = await aPicture('red')
    const { image } = await db.write(tx => illustrateEntry(tx, action, id, { picture, alt: 'A chart' }))
    const path = `/images/${image?.sha256}.png`
    const tag = { 'If-None-Match': `"${image?.sha256}"` }
    const asked = [
      { method: 'GET' },
      { method: 'HEAD' },
      { headers: tag },
      { headers: { 'If-None-Match': `W/"other", ${tag['If-None-Match']}` } },
      { headers: { 'If-None-Match': '"other"' } },
      { headers: { Range: 'bytes=0-9' } },
      { method: 'POST' },
    ]
    for (const one of asked) {
      await changelog.publish({ title: 'After which everything is read again' })
      const [first, second] = [await ask(path, one), await ask(path, one)]
      const told = ({ status, headers: { date: _, 'x-request-id': __, ...rest }, body }: typeof first) => ({
        ...{ status, body },
        headers: Object.fromEntries(Object.entries(rest).toSorted()),
      })
      assert.deepEqual(told(second), told(first), JSON.stringify(one))
    }
    const fromMemory = logged.filter(line => /"\/images\/:name".*"ms":0\b(?!\.)/.test(line)).length
    // With PostgreSQL the first answer may come from memory too.
    assert.ok(db.engine === 'sqlite' ? fromMemory === 5 : fromMemory >= 5, `${fromMemory} from memory`)
  },
  { mayBeStale: true },
)

withServer('an image is public only while a published entry shows it', async ({ ask }, db) => {
  const changelog = await aChangelog(db)
  const id = await changelog.publish({ title: 'New charts' })
  const picture = await aPicture('blue')
  const { image } = await db.write(tx => illustrateEntry(tx, action, id, { picture, alt: 'A chart' }))
  const path = `/images/${image?.sha256}.png`
  const status = async (at = path) => {
    return (await ask(at)).status
  }
  assert.equal(await status(), 200)
  for (const wrong of [
    path.replace('.png', '.jpg'),
    path.replace('.png', ''),
    `/images/${'a'.repeat(64)}.png`,
  ])
    assert.equal(await status(wrong), 404, wrong)
  const missing = await ask(`/images/${'a'.repeat(64)}.png`)
  assert.match(missing.headers['cache-control'] ?? '', /no-store/)
  await db.write(tx => withdrawEntry(tx, action, id))
  assert.equal(await status(), 404)
  assert.ok(await imageOf(db.read, changelog.account.id, image?.sha256 ?? ''))
  await db.write(tx => publishEntry(tx, action, id))
  assert.equal(await status(), 200)
  await db.write(tx => editEntry(tx, action, id, { image: null }))
  assert.equal(await status(), 404)
})

withServer('the URL of an image does not let another account use it', async (_, db) => {
  const [ours, theirs] = [await aChangelog(db), await aChangelog(db, 'Other')]
  const [id, other] = [await ours.publish({ title: 'Charts' }), await theirs.publish({ title: 'Charts too' })]
  const picture = await aPicture('green')
  const { image } = await db.write(tx => illustrateEntry(tx, action, id, { picture, alt: 'A chart' }))
  const taken = db.write(tx =>
    editEntry(tx, action, other, { image: { sha256: image?.sha256 ?? '', alt: 'x' } }),
  )
  await assert.rejects(taken, { code: 'not_found' })
  const empty = await db.write(tx => createAccount(tx, systemClock, randomIds, { name: 'Third' }))
  assert.equal(await imageOf(db.read, empty.id, image?.sha256 ?? ''), null)
  await db.write(tx => illustrateEntry(tx, action, other, { picture, alt: 'The same chart' }))
  assert.equal((await entryById(db.read, other)).image?.sha256, image?.sha256)
})

withServer('an image needs a text alternative', async (_, db) => {
  const changelog = await aChangelog(db)
  const id = await changelog.publish({ title: 'New charts' })
  const picture = await aPicture('red')
  for (const alt of ['', ' \n', '\u200b', 'x'.repeat(1_001)])
    await assert.rejects(
      db.write(tx => illustrateEntry(tx, action, id, { picture, alt })),
      { code: 'invalid_parameter' },
    )
  assert.equal(await imageCount(db), 0)
})

const imageCount = async (db: Parameters<Parameters<typeof withServer>[1]>[1]) =>
  (await db.read.selectFrom('image').select('sha256').execute()).length
