import assert from 'node:assert/strict'
import { placeInEdition } from '#changelog/editions/places.ts'
import { editEntry } from '#changelog/entries/edit.ts'
import { entryById } from '#changelog/entries/store.ts'
import { headlineOf } from '#changelog/page/cards/cards.ts'
import { wordsFor } from '#changelog/words/words.ts'
import { ACTION, anEdition, another } from '#testing/published-edition.ts'
import { withServer } from '#testing/served.ts'

withServer('what is breaking says so wherever an edition is told', async ({ ask }, db) => {
  const first = await anEdition(db)
  const { changelog, page, feed } = first
  await changelog.draft({ title: 'Framework 7 is required', body: 'Upgrade.', isBreaking: true })
  const line = await changelog.draft({ title: 'Old keys end', isBreaking: true })
  await db.write(tx => placeInEdition(tx, ACTION, changelog.account.id, line, { part: 'line' }))
  const edition = await another(first, db, 'Search is faster')
  const items = async () => JSON.parse((await ask(`${feed}.json`)).text).items
  const told = (await items()).find((item: { id: string }) => item.id.endsWith(edition))
  assert.match(told.content_html, /<h2><strong>Breaking:<\/strong> <a [^>]+>Framework 7 is required/)
  assert.match(told.content_html, /<li><strong>Breaking:<\/strong> <a [^>]+>Old keys end/)
  assert.match(told.content_text, /Breaking: Framework 7 is required\n\n[\s\S]+- Breaking: Old keys end/)
  assert.equal(told.summary, undefined, 'three titles are no summary')
  assert.match((await ask(page)).text, /Breaking<\/span>(?:<[^>]+>)*Old keys end/)
  assert.match((await ask(`${page}/index.md`)).text, /- \*\*Breaking:\*\* \[Old keys end/)
  const { leads } = await headlineOf(db.read, await entryById(db.read, edition), wordsFor('en'))
  assert.ok(leads.includes('Breaking: Framework 7 is required'), leads.join())
})

withServer('an entry leads back to its edition, without the marks of code', async ({ ask }, db) => {
  const { edition, story, page } = await anEdition(db)
  await db.write(tx => editEntry(tx, ACTION, edition, { title: 'All of `CSV`' }))
  const { text } = await ask(`${page}/e/export-csv-${story}`)
  assert.match(text, /<nav class="back"[^>]+><a [^>]+>← All of CSV<\/a>/)
})
