import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import type { Classification } from '../classification.ts'

const classifier = await createProductClassifier()
const classify = (sketch: PullSketch) => classifier.classify(aPull(sketch))
const newFile = [{ path: 'src/pins.ts', additions: 180, deletions: 4, status: 'added' as const }]
const changeset = (text: string) => ({ fragments: [{ path: '.changeset/brave-cats-sing.md', text }] })
const fragment = (path: string, text = 'Keep the caret in place') => ({ fragments: [{ path, text }] })

type Outline = [Classification['visibility'], Classification['kind'], Classification['magnitude']]

const DECIDED: [string, PullSketch, Outline][] = [
  [
    'a changeset with a patch bump',
    { title: 'fix: keep the caret', ...changeset('---\napp: patch\n---\nKeep the caret') },
    ['user-facing', 'fix', 'patch'],
  ],
  [
    'a changeset with a minor bump',
    { title: 'feat: pin messages', ...changeset('---\napp: minor\n---\nPin messages') },
    ['user-facing', 'feature', 'minor'],
  ],
  [
    'a changeset with a major bump of a feature',
    { title: 'feat!: new editor', ...changeset('---\napp: major\n---\nThe new editor') },
    ['user-facing', 'feature', 'major'],
  ],
  [
    'a major bump of a mere fix',
    { title: 'fix!: reject empty names', ...changeset('---\napp: major\n---\nReject') },
    ['user-facing', 'fix', 'major'],
  ],
  [
    'a changeset that names no package',
    { title: 'feat: speed up the tests', ...changeset('---\n---\n') },
    ['internal', 'maintenance', 'patch'],
  ],
  ['a bugfix fragment', fragment('changelog.d/12.bugfix'), ['user-facing', 'fix', 'patch']],
  [
    'a feature fragment',
    { title: 'Add pins', ...fragment('newsfragments/12.feature.md'), files: newFile },
    ['user-facing', 'feature', 'minor'],
  ],
  ['a fragment for contributors', fragment('changelog/12.contrib.rst'), ['internal', 'maintenance', 'patch']],
  ['a misc fragment', fragment('changelog.d/12.misc'), ['internal', 'maintenance', 'patch']],
  [
    'a removal fragment',
    { title: 'Drop the old login', ...fragment('changelog.d/12.removal') },
    ['user-facing', 'removal', 'major'],
  ],
  [
    'a security fragment',
    fragment('changelogs/fragments/a.yaml', 'kind: security\nsummary: Check tokens'),
    ['user-facing', 'security', 'patch'],
  ],
  [
    'a release note in the description',
    { title: 'Add pins', body: '```release-note\nMessages can be pinned\n```', files: newFile },
    ['user-facing', 'feature', 'minor'],
  ],
  [
    'a release note that says none',
    { title: 'Add pins', body: '```release-note\nNONE\n```' },
    ['internal', 'maintenance', 'patch'],
  ],
  [
    'a section that says N/A',
    { title: 'Add pins', body: 'Release Notes:\n\n- N/A' },
    ['internal', 'maintenance', 'patch'],
  ],
  [
    'a trailer',
    { title: 'Sort by date', body: 'Longer text.\n\nChangelog: changed' },
    ['user-facing', 'improvement', 'patch'],
  ],
  [
    'a label that keeps it out',
    { title: 'Add pins', labels: ['no-changelog'] },
    ['internal', 'maintenance', 'patch'],
  ],
]

for (const [what, sketch, expected] of DECIDED)
  test(`${what} decides`, () => {
    const { visibility, kind, magnitude, layer } = classify(sketch)
    assert.deepEqual([visibility, kind, magnitude], expected)
    assert.equal(layer, 'explicit')
  })

const WITHOUT_RECORD: [string, PullSketch, Outline[0], Outline[1]][] = [
  ['capitals before the title', { title: 'FEATURE: Pin messages', files: newFile }, 'user-facing', 'feature'],
  ['the capitals of developers', { title: 'DEV: Pin versions' }, 'internal', 'maintenance'],
  ['a type that is never told', { title: 'ci: run on pull requests' }, 'internal', 'maintenance'],
  ['documentation', { title: 'docs: explain pins', files: ['docs/pins.md'] }, 'internal', 'documentation'],
  [
    'a bot',
    { title: 'Bump left-pad to 1.1', author: 'dependabot[bot]', authorIsBot: true, files: ['package.json'] },
    'internal',
    'maintenance',
  ],
]

for (const [what, sketch, ...expected] of WITHOUT_RECORD)
  test(`${what} counts, but is not a record`, () => {
    const { visibility, kind, layer } = classify(sketch)
    assert.deepEqual([visibility, kind], expected)
    assert.equal(layer, 'model')
  })

test('an unfilled template is not a record', () => {
  assert.equal(classify({ body: 'Release Notes:\n\n- N/A *or* Added/Fixed/Improved ...' }).layer, 'model')
})

test('a changeset on a change of tests alone never gives high confidence', () => {
  const answer = classify({
    files: ['tests/caret.test.ts'],
    ...changeset('---\napp: patch\n---\nFix the caret'),
  })
  assert.notEqual(answer.confidence, 'high')
})

test('what all that the team recorded says is never of low confidence', () => {
  for (const record of [changeset('---\napp: patch\n---\nTidy'), { labels: ['release-notes'] }]) {
    const { layer, confidence } = classify({ title: 'Improve the README', files: ['README.md'], ...record })
    assert.deepEqual([layer, confidence], ['explicit', 'medium'])
  }
})

test('a changeset outweighs the type of the title', () => {
  const answer = classify({
    title: 'chore: new defaults',
    ...changeset('---\napp: minor\n---\nNew defaults'),
  })
  assert.equal(answer.visibility, 'user-facing')
})

test('the most important of several fragments decides', () => {
  const answer = classify({
    fragments: [
      { path: 'changelog.d/1.misc', text: 'Tidy' },
      { path: 'changelog.d/1.bugfix', text: 'Keep the caret' },
    ],
  })
  assert.equal(answer.visibility, 'user-facing')
  assert.equal(answer.kind, 'fix')
  assert.match(answer.evidence[0]?.detail ?? '', /of the kind “bugfix”, and one more note$/)
})

test('if the most important fragment has no kind, another one gives it', () => {
  const answer = classify({
    title: 'Read settings by their suffix',
    fragments: [
      { path: 'changelog/14.breaking.rst', text: 'Unknown suffixes fail.' },
      { path: 'changelog/11.bugfix.rst', text: 'Keep the caret' },
    ],
  })
  assert.equal(answer.kind, 'fix')
  assert.equal(answer.magnitude, 'major')
})

test('a recorded decision has high confidence', () => {
  assert.equal(classify(fragment('changelog.d/12.bugfix')).confidence, 'high')
  assert.equal(classify(changeset('---\n---\n')).confidence, 'high')
})

test('a fix marked as security has the kind security', () => {
  const kindOf = (title: string) => classify({ title, ...fragment('changelog.d/4.md') }).kind
  assert.equal(kindOf('fix(security): keep the caret'), 'security')
  assert.equal(kindOf('fix(rooms): keep the caret'), 'fix')
})

const RELEASES = [
  'Release/v0.6.3',
  'release-6.0.0rc1',
  'Version 0.8.0',
  'v1.2.3',
  '2.8.1 release',
  'Prepare release 2.0.1',
  'Merge release 2.1',
  'Undo release 1.1.0 to redo it',
  'Release v0.25.0 (992)',
  'Release Acme 0.21.2 (968)',
  'release_v0.15.0',
  'Add 2.9 release slides',
  ':tada: Add 2.9 release slides',
  'feat: v2.0.0',
  'Write the release notes for v2.9',
]
const NO_RELEASES = [
  'Release 3 rooms at once',
  'Version 2 of the editor',
  'Show version 1.2 in the footer',
  'Gateway: bump to v1.4.0',
  'Release notes show version 1.2',
  'Release rooms in Acme 1.2 (beta)',
  'Add a page with the release notes of plugins',
  'Release Llama 3.1',
]

test('a title with only a version is a release and internal', () => {
  const files = ['src/rooms/pins.ts', 'docs/pins.md']
  for (const title of RELEASES) {
    const answer = classify({ title, files })
    assert.equal(answer.visibility, 'internal', title)
    assert.match(answer.reason, /^The title names a release/, title)
  }
  for (const title of NO_RELEASES)
    assert.doesNotMatch(classify({ title, files }).reason, /names a release/, title)
})

test('the evidence names whose description has the release note; the reason, which customers may read, does not', () => {
  const body = '```release-note\nOwners remove a member with one click.\n```'
  const { evidence, reason } = classify({ title: 'fix: improve removal', body, author: 'ann' })
  const note = evidence.find(({ source }) => source === 'release-note')
  assert.equal(note?.detail, 'the team wrote a release note, in the description by ann')
  assert.match(reason, /^The team wrote a release note\b/)
  assert.doesNotMatch(reason, /ann\b/)
})
