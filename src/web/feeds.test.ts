import assert from 'node:assert/strict'
import { aChangelog } from '#testing/changelog.ts'
import { caughtUp, withServer } from '#testing/served.ts'

const titles = (json: string) => JSON.parse(json).items.map((item: { title: string }) => item.title)

withServer('a publish is in both formats at once, and a withdrawal out of them', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  const path = `/changelog/${acme.account.publicId}`
  assert.deepEqual(titles((await ask(`${path}.json`)).text), [])
  const id = await acme.publish({ title: 'Export reports as CSV' })
  await caughtUp(db)
  assert.deepEqual(titles((await ask(`${path}.json`)).text), ['Export reports as CSV'])
  assert.match((await ask(path)).text, /<title>Export reports as CSV<\/title>/)
  const before = (await ask(path)).headers['last-modified']
  await acme.withdraw(id)
  await caughtUp(db)
  const after = await ask(path)
  assert.doesNotMatch(after.text, /CSV/)
  assert.ok(Date.parse(after.headers['last-modified'] ?? '') > Date.parse(before ?? ''))
})
