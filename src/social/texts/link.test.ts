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
