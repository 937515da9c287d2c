import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'

const classifier = await createProductClassifier()
const classify = (sketch: PullSketch) => classifier.classify(aPull(sketch))

const BREAKING: PullSketch[] = [
  { title: 'feat!: list rooms by page' },
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

test('an empty heading, an unticked checkbox and internal work are not breaking', () => {
  const others: PullSketch[] = [
    { title: 'List rooms by page', body: '## Breaking changes\n\nNone\n' },
    { title: 'List rooms by page', body: '- [ ] Breaking change' },
    { title: 'refactor!: move the tests', files: ['tests/rooms.test.ts'] },
    { title: 'Remove the beta banner', files: ['src/banner.tsx'] },
  ]
  for (const sketch of others) assert.equal(classify(sketch).isBreaking, false, JSON.stringify(sketch))
})
