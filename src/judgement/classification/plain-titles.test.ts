import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import type { ChangedFile } from '#pulls/pull-request.ts'
import { aPull } from '#testing/pulls.ts'
import PLAIN_TITLES from './plain-titles.json' with { type: 'json' }

const classifier = await createProductClassifier()

/** Product files in the layouts that teams use. */
const LAYOUTS = {
  src: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
  packages: ['packages/x/src/a.ts', 'packages/x/src/b.ts', 'packages/x/src/c.ts'],
  app: ['app/models/order.rb', 'app/models/user.rb', 'app/controllers/orders_controller.rb'],
  internal: ['internal/orders/a.go', 'internal/orders/b.go', 'internal/users/c.go'],
  web: ['web/components/a.tsx', 'web/components/b.tsx', 'web/components/c.tsx'],
  lib: ['lib/a.py', 'lib/b.py', 'lib/c.py'],
}

const changed = (path: string): ChangedFile => ({ path, additions: 30, deletions: 4, status: 'modified' })

const answersBeside = (files: readonly string[]) =>
  Object.entries(PLAIN_TITLES).flatMap(([group, titles]) =>
    titles.map(title => ({
      group,
      title,
      answer: classifier.classify(aPull({ title, files: files.map(changed) })),
    })),
  )

const BESIDE: [string, ReturnType<typeof answersBeside>][] = [
  ['alone', answersBeside([])],
  ...Object.entries(LAYOUTS).flatMap(([layout, files]): [string, ReturnType<typeof answersBeside>][] => [
    [`beside a file in ${layout}`, answersBeside(files.slice(0, 1))],
    [`beside three files in ${layout}`, answersBeside(files)],
  ]),
]

for (const [beside, answers] of BESIDE)
  test(`a plain title ${beside} gets the obvious answer at least 97 times in 100`, () => {
    assert.equal(answers.length, 150)
    const wrong = answers.filter(
      ({ group, answer }) => (answer.visibility === 'internal') !== (group === 'internal'),
    )
    assert.ok(wrong.length <= 4, wrong.map(({ title }) => title).join('; '))
  })

const [[, ALONE]] = BESIDE as [(typeof BESIDE)[number]]

test('a defect is a fix, and a request is not', () => {
  const wrong = ALONE.filter(
    ({ group, answer }) => group !== 'internal' && (group === 'fault') !== (answer.kind === 'fix'),
  )
  assert.ok(wrong.length <= 4, wrong.map(({ title }) => title).join('; '))
})

test('a title alone is user-facing only with low confidence', () => {
  const sure = ALONE.filter(
    ({ answer }) => answer.visibility === 'user-facing' && answer.confidence !== 'low',
  )
  assert.deepEqual(sure, [])
})

test('a security fix and a new way to sign in are not withheld because a model finds nothing to say for them', () => {
  const titles = ['Patch XSS vulnerability in comment rendering', 'Passkeys', 'Add two-factor authentication']
  for (const title of [...titles, 'Log in with GitLab', 'SAML for teams'])
    for (const files of Object.values(LAYOUTS)) {
      const { visibility } = classifier.classify(aPull({ title, files: [...files, ...files].map(changed) }))
      assert.equal(visibility, 'user-facing', title)
    }
  const inner = classifier.classify(aPull({ title: 'Fix flaky test of passkeys', files: ['src/a.ts'] }))
  assert.equal(inner.visibility, 'internal')
})

test('what a description says of attackers makes a fix a matter of security', () => {
  const fix = (title: string, body: string) =>
    classifier.classify(aPull({ title, body, files: ['src/links.ts'] }))
  const hole = 'Addresses that begin with `javascript:` ran on click.'
  const found = fix('Check the addresses of links before opening them', hole)
  assert.deepEqual([found.visibility, found.kind], ['user-facing', 'security'])
  assert.equal(fix('fix: open links in a new tab', hole).kind, 'security')
  assert.equal(fix('fix: open links in a new tab', 'Runs in plain JavaScript: no framework.').kind, 'fix')
  assert.notEqual(fix('feat: warn of malicious links', hole).kind, 'security')
})
