import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BODY_LIMIT } from '#changelog/entries/entry-text.ts'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { paintCard } from '#changelog/page/cards/cards.ts'
import { changePage } from '#changelog/page/settings.ts'
import { difference, renderMarkdown } from '#platform/rendering/rendering.ts'
import { aChangelog } from './changelog.ts'
import { longestTurn } from './processor-time.ts'
import { PAGE_CONTEXT, withServer } from './served.ts'

/**
 * The limit for an answer with the feed of another account, in milliseconds of processor time: 100 on the machine of the benchmarks, and
 * half as much again for slower ones.
 */
const PROMISED = 150

const RUNS = ['www.a ', 'a.b@c.d ', '- a\n', '<b>', '[', '&', '| a\n|-\n']
const bodyOf = (at: number, engine: string) => {
  const run = RUNS[at % RUNS.length] ?? ''
  return `${engine} ${at} ${run.repeat(BODY_LIMIT / run.length - 3)}`
}

withServer('requests are answered while the longest texts are rendered', async ({ ask }, db) => {
  const acme = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, acme.account.id, { isOn: true }))
  for (let at = 0; at < FEED_LIMIT; at++) await acme.publish({ title: 'News', body: bodyOf(at, db.engine) })
  const { publicId } = acme.account
  // Another account is asked first, because the first answers also load code.
  const other = await aChangelog(db)
  await other.publish({ title: 'News', body: 'Short.' })
  for (const ending of ['', '.json']) await ask(`/changelog/${other.account.publicId}${ending}`)
  for (const path of [`/changelog/${publicId}`, `/changelog/${publicId}.json`, `/c/${publicId}`]) {
    const answer = ask(path)
    const longest = await longestTurn(answer)
    assert.equal((await answer).status, 200)
    assert.ok(longest < PROMISED, `${path}: ${Math.round(longest)} ms`)
  }
})

test('differences and cards are made away from the thread that answers', async () => {
  const words = (word: string) => Array.from({ length: BODY_LIMIT / 6 }, (_, at) => word + at).join(' ')
  const entry = { title: 'News', kind: { name: 'fix', label: 'Fixed' }, leads: [] } as const
  const card = paintCard({ entry, pageTitle: 'Acme', language: 'en', accent: null }, 'acme')
  for (const work of [difference(words('a'), words('b')), card])
    assert.ok((await longestTurn(work)) < PROMISED)
})

test('the same text is rendered once, and each text keeps its place', async () => {
  const [first, again, other] = await renderMarkdown(['*one*', '*one*', ''])
  assert.equal(first, again)
  assert.deepEqual([first?.text, other?.html], ['one', ''])
  assert.equal((await renderMarkdown(['*one*']))[0], first)
})
