import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { type Classifier, nothingBefore } from '#judgement/classification/classifier.ts'
import { judgeAll } from '#pipeline/judging/judged.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { isWorthAsking, questionsOf, worthOf } from './questions.ts'

let classifier: Classifier
before(async () => {
  classifier = await createProductClassifier()
})

const FACE = { path: 'src/components/search.tsx', additions: 400, deletions: 20, status: 'modified' as const }

/** The names of the questions that are worth asking in a comment. */
function asked(sketch: PullSketch): string[] {
  const [judged] = judgeAll(classifier, [aPull(sketch)], nothingBefore())
  const questions = judged ? questionsOf(judged) : []
  return worthOf(questions) > 0 ? questions.map(({ name }) => name) : []
}

test('where neither title nor description says what is different, its author is asked', () => {
  assert.deepEqual(asked({ title: 'fix: improve team member removal ux' }), ['words'])
  assert.deepEqual(asked({ title: 'feat: rework command search', files: [FACE] }), ['words', 'picture'])
})

test('where the words are there, nobody is asked', () => {
  for (const title of [
    'fix: the footer of receipts no longer covers the tax',
    'feat: export reports as CSV',
    'fix: crash when the cart is empty',
  ])
    assert.deepEqual(asked({ title }), [], title)
  const body = 'Users can now remove members of their team with one click.'
  assert.deepEqual(asked({ title: 'fix: improve team member removal ux', body }), [])
})

test('what no customer meets is not asked about', () => {
  assert.deepEqual(asked({ title: 'refactor: improve things', files: ['test/cart.test.ts'] }), [])
  assert.deepEqual(asked({ title: 'fix: improve wording', files: ['src/locales/de.po'] }), [])
  assert.deepEqual(asked({ title: 'Revert "fix: improve wording"', body: 'Reverts #12' }), [])
  assert.deepEqual(asked({ title: 'fix: improve wording', author: 'renovate[bot]', authorIsBot: true }), [])
})

test('what breaks without saying what to do is asked about, until the description says it', () => {
  const title = 'feat!: remove the `legacy` option of exports'
  assert.deepEqual(asked({ title }), ['steps'])
  assert.deepEqual(
    asked({ title, body: '### Breaking changes\n\nSet `format` to csv before you upgrade.' }),
    [],
  )
  assert.deepEqual(asked({ title, files: ['src/export.ts', 'docs/upgrading-to-3.md'] }), [])
  assert.deepEqual(asked({ title: 'feat!: drop support for Node.js 18' }), [])
})

test('a flag that only the files or commits know of is asked about, until a box is ticked', () => {
  const gated: PullSketch = {
    title: 'feat: export reports as CSV',
    files: [
      'src/export.ts',
      { path: 'src/feature-flags.ts', additions: 3, deletions: 0, status: 'modified' },
    ],
  }
  assert.deepEqual(asked(gated), ['flag'])
  assert.deepEqual(asked({ ...gated, body: '- [x] Behind the feature flag `csv`' }), [])
  const commits = ['Export reports', 'Hide it behind a feature flag']
  assert.deepEqual(asked({ title: 'feat: export reports as CSV', commits }), ['flag'])
})

test('a release note answers all of it, also one that says there is nothing to tell', () => {
  for (const note of ['Members leave a team at once', 'NONE']) {
    const body = `\`\`\`release-note\n${note}\n\`\`\``
    assert.deepEqual(asked({ title: 'feat!: rework team member removal ux', body, files: [FACE] }), [], note)
  }
})

test('a block that was copied and not filled in answers nothing', () => {
  const body = '```release-note\n<!-- In a sentence or two -->\n```\n\n- [ ] Behind the feature flag `name`'
  assert.deepEqual(asked({ title: 'fix: improve team member removal ux', body }), ['words'])
})

test('of a hundred pull requests, at most ten are asked: those that are worth most', () => {
  const many = Array.from({ length: 100 }, (_, at) => at / 100)
  assert.equal(isWorthAsking(0.995, many, 10), true)
  assert.equal(isWorthAsking(0.915, many, 10), true)
  assert.equal(isWorthAsking(0.85, many, 10), false)
  assert.equal(isWorthAsking(0.85, many, 20), true)
  assert.equal(isWorthAsking(0, [], 10), false)
})
