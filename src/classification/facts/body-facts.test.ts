import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFacts, PHRASES } from './body-facts.ts'

/** One text for every way in which a phrase may be put. */
const SAID: Record<string, string[]> = {
  closes: ['Closes #4', 'fixed: acme/app#12', 'Resolves https://x.example/a/b/issues/3'],
  screenshot: [
    'Screenshots\n',
    'see ![picture](x)',
    '<img src="x">',
    'a.png',
    'b.GIF',
    'c.jpeg',
    'd.jpg',
    'e.mp4',
    'a screen recording',
  ],
  'no-change': [
    'no functional changes',
    'No behavior change',
    'no behaviour changes',
    'no behavioral change',
    'no user-facing changes',
    'no user visible change',
    'not user facing',
    'Not user-visible',
    'non-functional',
  ],
  flaky: ['flaky', 'flake', 'a test flakes', 'flakiness'],
  tidying: [
    'Refactoring',
    'clean up',
    'cleaned-up',
    'cleanup',
    'tech debt',
    'technical debt',
    'linter',
    'eslint',
  ],
  'follow-up': [
    'follow-up',
    'followup',
    'in a next PR',
    'in the future commit',
    'in a later pull request',
    'in a subsequent change',
    'first step',
    'the second step',
    'part of #12',
  ],
  gated: [
    'behind a flag',
    'under an experiment',
    'behind the feature toggle',
    'feature-flag',
    'feature flag',
    'a site setting',
    'not yet released',
    'not yet enabled',
    'unreleased',
  ],
  people: ['users', 'Customer', 'merchants', 'an admin', 'shopper'],
  regression: [
    'regression',
    'a bug report',
    'reported by Ada',
    'reported in #3',
    'Steps to reproduce',
    'repro',
    'reproduction',
  ],
  breaking: ['BREAKING CHANGE', 'breaking-changes'],
  now: ['now supports', 'Now allow', 'can now', 'adds support', 'add support', 'new option', 'a new API'],
  'test-plan': [
    'Test plan',
    'testing instructions',
    'how to test',
    'manually test',
    'a manual test',
    'to test',
  ],
  pipeline: [
    'CI',
    'GitHub Action',
    'github actions',
    'workflow',
    'pipeline',
    'buildkite',
    'Dependabot',
    'renovate',
  ],
}

const namesIn = (body: string) => bodyFacts({ body }).map(({ name }) => name)

test('each way of putting a phrase is read as that phrase', () => {
  assert.deepEqual(
    Object.keys(SAID),
    PHRASES.map(({ name }) => name),
  )
  for (const [name, texts] of Object.entries(SAID))
    for (const text of texts) {
      assert.ok(namesIn(text).includes(`body:${name}`), text)
      assert.ok(namesIn(`Before this.\n${text}\nAfter.`).includes(`body:${name}`), text)
    }
})

test('the signs of a phrase rule out nothing that its form finds', () => {
  const texts = Object.values(SAID).flat()
  for (const one of texts)
    for (const other of texts) {
      const body = `${one}, ${other.toUpperCase()}`
      const found = PHRASES.filter(({ form }) => form.test(body)).map(({ name }) => `body:${name}`)
      assert.deepEqual(namesIn(body), found, body)
    }
})

test('a description of nothing but spaces is none', () => {
  assert.deepEqual(namesIn(' \n'), ['body:empty'])
})

test('what a template tells its authors is not what they wrote', () => {
  assert.deepEqual(namesIn('<!-- closes #12, for users -->\n'), ['body:empty'])
})
