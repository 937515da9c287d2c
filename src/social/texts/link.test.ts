import assert from 'node:assert/strict'
import { entryById } from '#changelog/entries/store.ts'
import { aChangelog } from '#testing/changelog.ts'
import { withDatabase } from '#testing/databases.ts'
import { cardOf, linkOf, publicWords } from './link.ts'

const PULL = 'https://github.com/acme/app/pull/1'

withDatabase(
  'posts link to a pull request, and repeat its address, only while its repository is public',
  async db => {
    const { account, publish } = await aChangelog(db)
    const id = await publish({ title: 'New charts', body: `Told at ${PULL} in full.`, urls: [PULL] })
    const entry = await entryById(db.read, id, account.id)
    const posted = async () => {
      const link = await linkOf(db.read, 'https://tidings.test', entry)
      const words = await publicWords(db.read, entry)
      return { link, body: words.body, card: (await cardOf(words, 'https://acme.test')).description }
    }
    assert.deepEqual(await posted(), { link: null, body: 'Told at  in full.', card: 'Told at in full.' })
    await db.write(tx => tx.updateTable('repository').set({ is_public: 1 }).execute())
    const { link, body } = await posted()
    assert.deepEqual([link, body], [PULL, `Told at ${PULL} in full.`])
  },
)

withDatabase('a link leaves room for the text, whatever the script of its headline', async db => {
  const { account, publish } = await aChangelog(db)
  await db.write(tx =>
    tx
      .insertInto('changelog_page')
      .values({
        account_id: account.id,
        is_on: 1,
        name: 'acme',
        translations: '{}',
        is_listed: 0,
        shows_pull_requests: 0,
      })
      .execute(),
  )
  const linkFor = async (title: string) => {
    const id = await publish({ title })
    const link = await linkOf(db.read, 'https://tidings.test', await entryById(db.read, id, account.id))
    return link?.replace(id, 'ID')
  }
  assert.equal(await linkFor('Add charts'), 'https://tidings.test/c/acme/e/add-charts-ID')
  assert.equal(await linkFor('Größere Übersicht'), 'https://tidings.test/c/acme/e/gro%C3%9Fere-ubersicht-ID')
  for (const title of ['表'.repeat(60), 'ا'.repeat(60), '한'.repeat(40), 'Ж'.repeat(60)])
    assert.equal(await linkFor(title), 'https://tidings.test/c/acme/e/entry-ID')
})
