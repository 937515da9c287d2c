import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBot } from './bots.ts'

test('programs are told from people by their names and addresses', () => {
  const bots = ['dependabot[bot]', 'renovate', 'Renovate Bot', 'github-actions', 'pre-commit-ci', 'Weblate']
  for (const name of [...bots, 'k8s-ci-robot', 'snyk-bot', 'Crowdin Bot', 'mergify'])
    assert.equal(isBot(name), true, name)
  assert.equal(isBot('Weekly update', '49699333+dependabot[bot]@users.noreply.github.com'), true)
  assert.equal(isBot('Translations', 'bot@renovateapp.com'), true)
})

test('people keep their names', () => {
  for (const name of ['Ada', 'Abbot', 'Talbot Smith', 'Bot Chan', 'Robotham', 'Renovation Man', ''])
    assert.equal(isBot(name, 'ada@example.org'), false, name)
})
