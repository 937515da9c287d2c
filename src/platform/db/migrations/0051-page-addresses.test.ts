import assert from 'node:assert/strict'
import { onBothEngines } from '#testing/databases.ts'
import { account, feed, madeBefore } from '#testing/old-rows.ts'
import { openDatabase } from '../open.ts'

const page = (account_id: string, name: string | null, host: string | null) => ({
  ...{ account_id, name, host, is_on: 1, is_listed: 0, shows_pull_requests: 0 },
})

onBothEngines('the only account keeps its host name, which its operator gave it', async location => {
  await madeBefore(location, '0051-page-addresses', async insert => {
    await insert('account', account)
    await insert('feed', feed)
    await insert('changelog_page', page('acc', null, 'news.acme.test'))
  })
  const db = await openDatabase(location, { migrate: true })
  const { host, claimed_host } = await db.read
    .selectFrom('changelog_page')
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual([host, claimed_host], ['news.acme.test', null])
  const { revision } = await db.read.selectFrom('feed').select('revision').executeTakeFirstOrThrow()
  assert.equal(revision, feed.revision)
  await db.close()
})

onBothEngines(
  'among several accounts host names wait for proof, and names that look alike stay',
  async location => {
    await madeBefore(location, '0051-page-addresses', async insert => {
      const names = ['acme-1', 'acme-l', 'docs']
      for (const [at, name] of names.entries()) {
        const id = `acc-${name}`
        await insert('account', { ...account, id, public_id: `pub-${name}`, created_at: at })
        await insert('feed', { ...feed, id: `feed-${name}`, account_id: id })
        await insert('changelog_page', page(id, name, name === 'docs' ? 'news.docs.test' : null))
      }
    })
    const db = await openDatabase(location, { migrate: true })
    const pages = await db.read.selectFrom('changelog_page').selectAll().orderBy('account_id').execute()
    assert.deepEqual(
      pages.map(({ name, host, claimed_host }) => [name, host, claimed_host]),
      [
        ['acme-1', null, null],
        ['acme-l', null, null],
        ['docs', null, 'news.docs.test'],
      ],
    )
    const names = await db.read.selectFrom('page_name').selectAll().orderBy('account_id').execute()
    assert.deepEqual(
      names.map(({ name, skeleton }) => [name, skeleton]),
      [
        ['acme-1', 'acmel'],
        ['acme-l', '=acme-l'],
        ['docs', 'docs'],
      ],
    )
    const feeds = await db.read.selectFrom('feed').select(['revision', 'changed_at']).orderBy('id').execute()
    assert.deepEqual(
      feeds.map(row => [row.revision, row.changed_at]),
      [
        [7, 1_000],
        [7, 1_000],
        [8, 2_000],
      ],
    )
    await db.close()
  },
)
