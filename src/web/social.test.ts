import assert from 'node:assert/strict'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { anOwner } from '#testing/owners.ts'
import { DELAY, story } from '#testing/social.ts'

story('an owner connects an account, words a post and sees it on the network', async scene => {
  const owner = await anOwner(scene)
  const root = `/app/api/accounts/${scene.account.publicId}`
  const secret = scene.bluesky.anAppPassword()
  const { json: connected } = await owner.post(`${root}/social`, {
    ...{ network: 'bluesky', instance: null, handle: scene.bluesky.handle, secret, setId: null },
  })
  assert.equal(connected.profile.handle, '@acme.example.com')
  const { json: social } = await owner.get(`${root}/social`)
  assert.deepEqual(
    social.accounts.map((account: { id: string }) => account.id),
    [connected.id],
  )
  assert.doesNotMatch(JSON.stringify(social), new RegExp(`${secret}|credentials`))

  const entry = await scene.draft('Reports can be exported')
  const path = `${root}/entries/${entry}/posts`
  const tooLong = await owner.send('PUT', `${path}/${connected.id}/text`, { text: 'x'.repeat(301) })
  assert.equal(tooLong.status, 400)
  await owner.send('PUT', `${path}/${connected.id}/text`, { text: 'Export your reports' })
  const { json: before } = await owner.get(path)
  assert.deepEqual(
    before.texts.map(
      ({ text, isEdited, check }: { text: string; isEdited: boolean; check: { count: number } }) => [
        text,
        isEdited,
        check.count,
      ],
    ),
    [['Export your reports', true, 19]],
  )
  await scene.service.db.write(tx => publishEntry(tx, scene.action, entry))
  await scene.pass(DELAY)
  const { json: page } = await owner.get(`${root}/posts?state=posted`)
  assert.deepEqual(
    page.posts.map(({ text }: { text: string }) => text),
    ['Export your reports'],
  )
  assert.equal([...scene.bluesky.records.values()][0].text, 'Export your reports')
})
