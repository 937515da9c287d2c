import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOfErased } from '#accounts/erased.ts'
import { listDeliveries } from '#pipeline/webhooks/deliveries.ts'
import { ErasedAuthors } from '#pulls/erased-authors.ts'
import { recordMerges } from '#testing/colleagues.ts'
import { decide } from '#testing/dashboard-client.ts'
import { aGitHubPull, sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { aMember } from '#testing/members.ts'
import { rowsNaming } from '#testing/rows-naming.ts'
import { type TestService, withRunningService } from '#testing/service.ts'

const ZORA = {
  title: 'feat: export reports, as @zoraq asked',
  author: 'zoraq',
  body: 'Customers can export reports now.\n\nThanks to Zora  Quill (https://github.com/zoraq).\n\nCo-authored-by: Zora Quill <12+zoraq@users.noreply.github.com>',
  headBranch: 'zoraq/export',
  commits: ['feat: export\nSigned-off-by: zoraq <zora@quill.example>'],
  labels: ['customer-request'],
}

const merge = (it: TestService) => recordMerges(it, it.account, ZORA)

withRunningService('an author is named nowhere any more, also when their merges are read again', async it => {
  const { db } = it.service
  const owner = await aMember(it, 'ada@example.com', 'owner')
  const path = `/app/api/accounts/${it.account.publicId}`
  await merge(it)
  const connection = await it.connect()
  const user = { login: 'zoraq', type: 'User', avatar_url: 'https://github.com/zoraq.png' }
  const send = (delivery: string, number: number) =>
    sendGitHubWebhook(it, connection, { delivery, pull: aGitHubPull({ number, title: 'feat: chart', user }) })
  await send('first', 41)
  await it.settle()
  const { id } = await db.read.selectFrom('entry').select('id').limit(1).executeTakeFirstOrThrow()
  await decide(owner, path, { action: 'entry publish', id })
  assert.ok((await rowsNaming(db.read, 'zoraq')).length > 4)

  for (const name of ['@zoraq', 'Zora Quill', 'zora@quill.example'])
    assert.equal((await decide(owner, path, { action: 'author erase', name })).status, 200)
  assert.deepEqual(await rowsNaming(db.read, 'zora', 'quill'), [])
  const [pull] = await db.read
    .selectFrom('pull_request')
    .select(['author', 'title', 'body'])
    .where('number', '=', 1)
    .execute()
  assert.deepEqual(
    { ...pull },
    {
      author: null,
      title: 'feat: export reports, as someone asked',
      body: 'Customers can export reports now.\n\nThanks to someone (https://github.com/ghost).\n\nCo-authored-by: someone',
    },
  )

  await merge(it)
  await send('again', 41)
  await send('another', 42)
  await it.settle()
  const settled = (await listDeliveries(db.read, { limit: 9 })).map(({ deliveryId, state }) => [
    deliveryId,
    state,
  ])
  assert.equal(settled.filter(([, state]) => state === 'processed').length, 3)
  assert.deepEqual(await rowsNaming(db.read, 'zora', 'quill'), [])
})

withRunningService('it is said where a login stays as a word like any other', async it => {
  const path = `/app/api/accounts/${it.account.publicId}`
  const owner = await aMember(it, 'ada@example.com', 'owner')
  await recordMerges(it, it.account, { ...ZORA, title: 'feat: apply the suggestions of zoraq' })
  const erase = async (name: string) => (await decide(owner, path, { action: 'author erase', name })).json
  assert.deepEqual(await erase('zoraq'), { changed: 1, staysAsWord: true })
  assert.equal((await erase('Zora Quill')).staysAsWord, false)
  assert.deepEqual(await rowsNaming(it.service.db.read, 'quill'), [])
})

withRunningService('a name is erased however its accents are encoded', async it => {
  const encodings = ['NFC', 'NFD'].map(form => 'Zoé Ünal'.normalize(form))
  for (const [number, author] of encodings.entries())
    await recordMerges(it, it.account, {
      ...{ title: 'feat: export reports', author, number: 90 + number },
      body: `Thanks to ${author}.`,
    })
  const { db } = it.service
  const owner = await aMember(it, 'ada@example.com', 'owner')
  const path = `/app/api/accounts/${it.account.publicId}`
  assert.equal((await decide(owner, path, { action: 'author erase', name: encodings[0] })).status, 200)
  const pulls = await db.read.selectFrom('pull_request').select(['author', 'body']).execute()
  assert.deepEqual(
    pulls.map(pull => ({ ...pull })),
    [1, 2].map(() => ({ author: null, body: 'Thanks to someone.' })),
  )
})

test('a name that is a word like any other goes only where it names a person', () => {
  const rows = ['dark', 'Ada Lovelace'].map(name => ({
    hash: hashOfErased('author', 'account', name),
    words: name.split(' ').length,
  }))
  const erased = new ErasedAuthors('account', rows, ['acme'])
  assert.equal(
    erased.text('Add a dark mode, see https://acme.example/dark-mode'),
    'Add a dark mode, see https://acme.example/dark-mode',
  )
  assert.equal(erased.text('Thanks @Dark, @darker and @org/dark!'), 'Thanks someone, @darker and @org/dark!')
  assert.equal(
    erased.text('ADA LOVELACE wrote it; Ada Lovelace-King did not'),
    'someone wrote it; Ada Lovelace-King did not',
  )
  assert.equal(
    erased.text("By Ada Lovelace. It is Ada Lovelace's, not Ada Lovelaces'"),
    "By someone. It is someone's, not Ada Lovelaces'",
  )
  assert.equal(
    erased.text('See https://github.com/dark/x and http://x/darkness'),
    'See https://github.com/ghost/x and http://x/darkness',
  )
  assert.deepEqual(erased.json({ author: 'dark', mode: 'dark', by: ['@dark'] }), {
    author: null,
    mode: 'dark',
    by: ['someone'],
  })
})
