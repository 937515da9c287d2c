import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createProductCascade } from '#providers.ts'
import { aPull } from '#testing/pulls.ts'
import type { Cascade } from './cascade.ts'
import { nothingBefore } from './known.ts'

let cascade: Cascade
before(async () => {
  cascade = await createProductCascade()
})

/** Of two repositories in turn; some were marked by their authors. */
const HISTORY = Array.from({ length: 260 }, (_, at) => {
  const sort = [
    { title: `Show totals on page ${at}`, files: [`app/page${at % 9}.ts`] },
    { title: `Refactor the store of reports`, files: [`store/s${at % 5}.ts`] },
    { title: `Add a benchmark of sorting`, files: [`labs/sort${at % 3}.ts`] },
    { title: `Fix crash of the list`, files: [`app/list${at % 4}.ts`], labels: ['no-changelog'] },
  ][at % 4]
  return { ...aPull({ ...sort, number: at + 1 }), repo: at % 7 < 3 ? 'acme/app' : 'acme/api' }
})

test('it is the same whether merges come one by one, some at a time or all at once', () => {
  const all = cascade.classifyAll(HISTORY, nothingBefore())
  for (const size of [1, 17, 50]) {
    const kept = nothingBefore()
    const parts = Array.from({ length: Math.ceil(HISTORY.length / size) }, (_, at) =>
      cascade.classifyAll(HISTORY.slice(at * size, (at + 1) * size), kept),
    )
    assert.deepEqual(parts.flat(), all)
  }
})

test('a repository’s name is nothing to go by', () => {
  const inOther = HISTORY.map(pull => ({ ...pull, repo: `other/${pull.repo}` }))
  assert.deepEqual(
    cascade.classifyAll(inOther, nothingBefore()),
    cascade.classifyAll(HISTORY, nothingBefore()),
  )
})

test('what others of its repository came to moves a decision, and is told', () => {
  const pull = aPull({ title: 'Add a benchmark of merging lists', files: ['labs/merge.ts'] })
  const kept = nothingBefore()
  for (let at = 0; at < 100; at++) {
    const [number, other] = [2 * at + 2, 2 * at + 3]
    kept.backdrops.add(aPull({ number, title: `Add benchmark ${at}`, files: [`labs/sort${at}.ts`] }), -0.95)
    kept.backdrops.add(aPull({ number: other, title: `Show page ${at}`, files: [`app/page${at}.ts`] }), 0.95)
  }
  const here = cascade.classify(pull, kept)
  const elsewhere = cascade.classify(pull)
  assert.ok(here.score < elsewhere.score - 0.05, `${here.score} ${elsewhere.score}`)
  const told = here.evidence.map(({ detail }) => detail)
  assert.ok(
    told.includes('beside other changes of its repository it looks like work behind the scenes'),
    told.join('; '),
  )
})

test('of a team that writes changesets a change without one is hardly news, and the reason says so', () => {
  const fragments = [{ path: '.changeset/a.md', text: '---\n"app": patch\n---\nShow totals\n' }]
  const kept = nothingBefore()
  for (let at = 0; at < 120; at++) {
    const isNews = at % 2 === 0
    const title = isNews ? `Show totals on page ${at}` : 'Refactor the store of reports'
    const files = [isNews ? `app/page${at}.ts` : `store/s${at % 5}.ts`]
    cascade.classify(aPull({ number: at + 2, title, files, fragments: isNews ? fragments : [] }), kept)
  }
  const pull = aPull({ number: 1000, title: 'Allow longer names in lists', files: ['app/names.ts'] })
  const without = cascade.classify(pull, kept)
  const besides = cascade.classify({ ...pull, number: 1001, fragments }, kept)
  assert.equal(cascade.classify(pull).visibility, 'user-facing')
  assert.equal(without.visibility, 'internal')
  assert.match(without.reason, /^It lacks the changeset that comes with .* customers notice here/)
  assert.equal(besides.visibility, 'user-facing')
  const ofBot = cascade.classify({ ...pull, number: 1002, author: 'app-bot', authorIsBot: true }, kept)
  assert.ok(!ofBot.evidence.some(({ source }) => source === 'team'))
})
