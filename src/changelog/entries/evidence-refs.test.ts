import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { type PastDecision, withRefs } from './evidence-refs.ts'

const pull = aPull({
  title: 'feat: export reports',
  body: 'Customers asked for it.\n\nChangelog: added\nCloses #7',
  labels: ['enhancement', 'area/reports'],
  linkedIssues: ['acme/app#7'],
  files: [
    'web/reports/export.tsx',
    'web/reports/export.test.tsx',
    { path: 'web/reports/csv.ts', additions: 9, deletions: 0, status: 'added' },
    '.github/workflows/ci.yml',
  ],
  fragments: [{ path: '.changeset/cold-cats.md', text: 'Export reports' }],
})

const past: PastDecision[] = [
  {
    ...aPull({ title: 'Sort reports', number: 3, files: ['web/reports/sort.ts'] }),
    id: 'a',
    visibility: 'user-facing',
  },
  { ...aPull({ title: 'Tidy up', number: 4, files: ['server/db.ts'] }), id: 'b', visibility: 'internal' },
]

function refsOf(source: string, detail: string) {
  const [found] = withRefs([{ source, detail, weight: 1 }], pull, past)
  return found?.refs ?? assert.fail()
}

test('evidence links to its label, line, issue or changeset', () => {
  assert.deepEqual(refsOf('title', 'the title is marked “feat”'), [{ type: 'title' }])
  assert.deepEqual(refsOf('label', 'the label is “enhancement”'), [{ type: 'label', label: 'enhancement' }])
  const line = { type: 'line', line: 3, text: 'Changelog: added' }
  assert.deepEqual(refsOf('trailer', 'the message ends with “Changelog: added”'), [line])
  assert.deepEqual(refsOf('body', 'it closes an issue'), [{ type: 'issue', issue: 'acme/app#7' }])
  const path = { type: 'path', path: '.changeset/cold-cats.md' }
  assert.deepEqual(refsOf('changeset', 'the team wrote a changeset with a minor bump'), [path])
})

test('evidence about paths links to the files', () => {
  const paths = (detail: string) =>
    refsOf('path', detail).map(ref => (ref.type === 'path' ? ref.path : ref.type))
  assert.deepEqual(paths('it touches files named “csv”'), ['web/reports/csv.ts'])
  assert.deepEqual(paths('it touches CI workflows'), ['.github/workflows/ci.yml'])
  assert.deepEqual(paths('the product changed together with its tests'), ['web/reports/export.test.tsx'])
  assert.deepEqual(paths('it adds a file to the product'), ['web/reports/csv.ts'])
})

test('evidence from a habit of the team links to files and earlier pull requests', () => {
  const refs = refsOf('team', 'the team announced 9 of 10 changes in web/reports')
  assert.equal(refs.filter(({ type }) => type === 'path').length, 3)
  const earlier = { type: 'pull', pullId: 'a', title: 'Sort reports', number: 3, visibility: 'user-facing' }
  assert.deepEqual(refs.at(-1), earlier)
  assert.deepEqual(refsOf('team', 'the team announced 4 of 4 changes whose title says “tidy”').length, 1)
})

test('evidence of an earlier version, or about text edited since, has no links', () => {
  assert.deepEqual(refsOf('weather', 'it rained'), [])
  assert.deepEqual(refsOf('label', 'the label is “gone”'), [])
  assert.deepEqual(refsOf('trailer', 'the message ends with “Changelog: fixed”'), [])
  assert.deepEqual(refsOf('team', 'this team announces such changes more often than others do'), [])
})
