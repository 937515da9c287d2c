import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { parsePullLine } from '#pulls/json-lines.ts'
import { aPull } from '#testing/pulls.ts'

const classifier = await createProductClassifier()

const AGENTS = [
  'Copilot',
  'devin-ai-integration[bot]',
  'claude[bot]',
  'cursor[bot]',
  'google-labs-jules[bot]',
  'openai-codex[bot]',
  'acme-helper-bot',
  'github-actions[bot]',
]
const PINS = {
  title: 'feat: let guests reorder their plates',
  body: 'Guests can now reorder their plates, so that the best one stands first.',
}

test('what a coding agent writes is judged by what it changes, as if a person had written it', () => {
  const byAnn = classifier.classify(aPull(PINS))
  for (const author of AGENTS)
    for (const authorIsBot of [true, false]) {
      const decided = classifier.classify(aPull({ ...PINS, author, authorIsBot }))
      assert.deepEqual(decided, byAnn, author)
    }
  assert.equal(byAnn.visibility, 'user-facing')
})

test('an agent is known by neither its type at the host nor its name in a line', () => {
  const hosted = mergedPullFrom({
    ...aPull(PINS),
    number: 7,
    headBranch: null,
    author: { name: 'Copilot', isBot: true },
  })
  const line = parsePullLine(
    JSON.stringify({
      ...{ ...PINS, repo: 'acme/app', number: 7, merged_at: '2026-01-02' },
      ...{ author: 'devin-ai-integration[bot]', author_is_bot: true, files: [{ path: 'src/app.ts' }] },
    }),
  )
  for (const pull of [hosted, line]) assert.equal(classifier.classify(pull).visibility, 'user-facing')
})

test('an agent’s release note is its own, and its work on the code is internal', () => {
  const body = 'Release Notes:\n\n- Guests can reorder their plates.'
  const told = classifier.classify(aPull({ ...PINS, body, author: 'claude[bot]', authorIsBot: true }))
  assert.equal(told.layer, 'explicit')
  const tests = { title: 'test: cover the plates', files: ['test/plates.test.ts'] }
  assert.equal(
    classifier.classify(aPull({ ...tests, author: 'claude[bot]', authorIsBot: true })).visibility,
    'internal',
  )
})

test('robots whose work is of one kind are withheld, by name or by what they say that they did', () => {
  for (const [author, title, path] of [
    ['dependabot[bot]', 'Bump left-pad from 1.0.0 to 1.1.0', 'package.json'],
    ['renovate[bot]', 'Update dependency left-pad to v2', 'package.json'],
    ['weblate', 'Translated using Weblate (German)', 'src/locales/de.json'],
    ['acme-release[bot]', 'Release 1.4.0', 'package.json'],
    ['mergify[bot]', 'Merge queue: plates and cups', 'src/app.ts'],
    ['github-actions[bot]', 'chore(deps): bump the actions group with 5 updates', '.github/workflows/ci.yml'],
    ['github-actions[bot]', 'Update translations', 'src/locales/de.json'],
    ['github-actions[bot]', 'Version Packages', 'package.json'],
  ] as const) {
    const pull = aPull({ author, title, files: [path], authorIsBot: true })
    const { visibility, reason } = classifier.classify(pull)
    assert.equal(visibility, 'internal', `${author}: ${title}`)
    assert.match(reason, /bot|lockfiles|CI|dependency|version|release/i, `${author}: ${title}`)
  }
})

test('a person whose name holds that of a robot is none', () => {
  const byAnn = classifier.classify(aPull(PINS))
  for (const author of ['renovator', 'snyker', 'mend-lucy'])
    assert.deepEqual(classifier.classify(aPull({ ...PINS, author, authorIsBot: false })), byAnn, author)
  for (const author of ['dependabot', 'dependabot-preview', 'renovatebot', 'acme-renovate'])
    assert.equal(
      classifier.classify(aPull({ ...PINS, author, authorIsBot: false })).visibility,
      'internal',
      author,
    )
})
