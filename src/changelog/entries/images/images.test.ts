import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { editEntry, illustrateEntry, restoreVersion } from '#changelog/entries/edit.ts'
import { publishEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { inboxPage } from '#changelog/inbox/inbox.ts'
import { AppError } from '#platform/errors.ts'
import { ENGINES } from '#testing/databases.ts'
import { aDraft } from '#testing/drafts.ts'
import { aWorld, type World } from '#testing/world.ts'
import { ACCOUNT_LIMIT, hasShownPicture, pruneImages } from './images.ts'
import { type Picture, pictureFrom } from './picture.ts'

const DAY = 86_400_000

async function aPicture(red: number): Promise<Picture> {
  const background = { r: red, g: 0, b: 0 }
  return pictureFrom(
    await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
    'acme',
  )
}

const kept = async ({ db }: World) => (await db.read.selectFrom('image').select('sha256').execute()).length

for (const engine of ENGINES) {
  test(`an unused image is deleted after thirty days (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { db, action, clock } = world
    const prune = () => db.write(tx => pruneImages(tx, clock.now()))
    const draft = await aDraft(world, 'Add dark mode')
    const picture = await aPicture(1)
    await db.write(tx => illustrateEntry(tx, action, draft.id, { picture, alt: 'Dark' }))
    clock.advance(90 * DAY)
    await prune()
    assert.equal(await kept(world), 1)
    await db.write(tx => editEntry(tx, action, draft.id, { image: null, title: 'Rest your eyes' }))
    await prune()
    clock.advance(29 * DAY)
    await prune()
    const back = await db.write(tx => restoreVersion(tx, action, draft.id, 2))
    assert.equal(back.image?.alt, 'Dark')
    clock.advance(29 * DAY)
    await prune()
    assert.equal(await kept(world), 1)
    await db.write(tx => editEntry(tx, action, draft.id, { image: null, title: 'Rest your eyes' }))
    await prune()
    clock.advance(31 * DAY)
    await prune()
    assert.equal(await kept(world), 0)
    const words = await db.write(tx => restoreVersion(tx, action, draft.id, 2))
    assert.deepEqual([words.title, words.image], ['Add dark mode', null])
  })

  test(`a draft with a picture says so until one has gone out (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { db, action, account } = world
    const [first, second] = [await aDraft(world, 'Add dark mode'), await aDraft(world, 'Add charts')]
    const marked = async () => {
      const { items } = await inboxPage(db, { accountId: account.id, limit: 10 })
      return items.flatMap(({ id, isFirstPicture }) => (isFirstPicture ? [id] : []))
    }
    assert.deepEqual(await marked(), [])
    for (const { id } of [first, second]) {
      const picture = await aPicture(1)
      await db.write(tx => illustrateEntry(tx, action, id, { picture, alt: 'Dark' }))
    }
    assert.deepEqual((await marked()).toSorted(), [first.id, second.id].toSorted())
    await db.write(tx => publishEntry(tx, action, first.id))
    assert.deepEqual(await marked(), [])
    await db.write(tx => withdrawEntry(tx, action, first.id))
    assert.equal(await hasShownPicture(db.read, account.id), true)
  })

  test(`the images of an account have a quota, and identical images count once (${engine})`, async () => {
    await using world = await aWorld(engine)
    const { db, action } = world
    const draft = await aDraft(world, 'Add dark mode')
    const [first, second] = [await aPicture(1), await aPicture(2)]
    const illustrate = (picture: Picture) =>
      db.write(tx => illustrateEntry(tx, action, draft.id, { picture, alt: 'Dark' }))
    await illustrate(first)
    const row = await db.read.selectFrom('image').selectAll().executeTakeFirstOrThrow()
    const large = { ...row, sha256: 'f'.repeat(64), size: ACCOUNT_LIMIT - row.size }
    await db.write(tx => tx.insertInto('image').values(large).execute())
    await illustrate(first)
    await assert.rejects(
      illustrate(second),
      (error: unknown) => error instanceof AppError && error.code === 'too_large',
    )
    assert.equal(await kept(world), 2)
  })
}
