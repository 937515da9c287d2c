import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { configured } from '#judgement/classification/classifier.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'

const classifier = await createProductClassifier()
const classify = (sketch: PullSketch) => classifier.classify(aPull(sketch))

const BREAKING: PullSketch[] = [
  { title: 'feat!: list rooms by page' },
  { title: 'feat!: v2.0.0' },
  { title: 'feat: list rooms by page', body: 'Pages hold 50 rooms.\n\nBREAKING CHANGE: `limit` is gone.' },
  { title: 'List rooms by page', body: 'Closes #4\n\n## Breaking changes\n\n- `limit` is gone.' },
  { title: 'List rooms by page', body: 'Closes #4', labels: ['breaking change'] },
  {
    title: 'List rooms by page',
    body: 'Closes #4\n\n- [x] Breaking change (fix or feature that breaks things)',
  },
  {
    title: 'List rooms by page',
    fragments: [{ path: '.changeset/a-b.md', text: '---\n"@acme/app": major\n---\nPages' }],
  },
  {
    title: 'List rooms by page',
    fragments: [{ path: 'changelog.d/12.breaking', text: 'Rooms come in pages.' }],
  },
  { title: 'Drop support for Node 18', body: 'Closes #4' },
  { title: 'Remove the `--quiet` option', body: 'Closes #4' },
]

for (const sketch of BREAKING)
  test(`a breaking change is major: ${JSON.stringify(sketch).slice(0, 90)}`, () => {
    const answer = classify({ files: ['src/api/rooms.ts'], ...sketch })
    assert.equal(answer.visibility, 'user-facing')
    assert.equal(answer.isBreaking, true)
    assert.equal(answer.magnitude, 'major')
  })

test('an empty heading, an unticked checkbox, internal work and the removal of what nobody relies on are not breaking', () => {
  const others: PullSketch[] = [
    { title: 'List rooms by page', body: '## Breaking changes\n\nNone\n' },
    { title: 'List rooms by page', body: '- [ ] Breaking change' },
    { title: 'refactor!: move the tests', files: ['tests/rooms.test.ts'] },
    { title: 'Remove the beta banner', files: ['src/banner.tsx'] },
    { title: 'Remove header border on windows without a chat', files: ['src/header.tsx'] },
    { title: 'Removed large icon from notification', files: ['src/notification.tsx'] },
    { title: 'Remove sqlite3 dependency; use built-in node:sqlite', files: ['src/store.ts'] },
  ]
  for (const sketch of others) assert.equal(classify(sketch).isBreaking, false, JSON.stringify(sketch))
})

const SAID: PullSketch[] = [
  { title: 'Breaking: Removes API v1 and the related serializer' },
  { title: '[BREAKING] Rename the cache of the parser' },
  { title: '**BREAKING** refactor the cache' },
  { title: 'BREAKING refactor of the cache' },
  { title: 'Breaking change - refactor of the cache' },
  { title: 'Chore: remove the old parser [BREAKING]' },
  { title: 'refactor!: drop the internal cache' },
  { title: 'Chore: refactor the cache', body: '## Breaking Changes\n\nClients of v1 have to move to v2.' },
  { title: 'Chore: refactor the cache', labels: ['breaking-change'] },
]

for (const sketch of SAID)
  test(`what is said to be breaking is never internal: ${JSON.stringify(sketch).slice(0, 80)}`, () => {
    const { visibility, isBreaking, magnitude } = classify({ files: ['src/parser/cache.ts'], ...sketch })
    assert.deepEqual([visibility, isBreaking, magnitude], ['user-facing', true, 'major'])
  })

test('what the team lists under “Breaking Changes” is breaking', () => {
  const pull = aPull({ title: 'Chore: refactor the cache', labels: ['api'], files: ['src/cache.ts'] })
  const release = `categories:\n  - title: 'Breaking Changes'\n    when:\n      - label: 'api'\n`
  const known = configured(pull, [{ path: '.github/release-drafter.yml', text: release }])
  assert.equal(classifier.classify(pull, known).isBreaking, true)
})

test('a robot, a release and a test that quote a breaking change are as internal as before', () => {
  const others: PullSketch[] = [
    {
      title: 'chore(deps): update framework to v7',
      author: 'renovate[bot]',
      authorIsBot: true,
      body: '## Breaking Changes\n\nThe old API is gone.',
      files: ['package.json'],
    },
    {
      title: 'chore(main): release 2.0.0',
      body: '### ⚠ BREAKING CHANGES\n\n* rooms: pages',
      files: ['CHANGELOG.md'],
    },
    { title: 'test!: move the tests', files: ['tests/rooms.test.ts'] },
  ]
  for (const sketch of others) assert.equal(classify(sketch).visibility, 'internal', JSON.stringify(sketch))
})
