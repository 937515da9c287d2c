import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { closedIssues, isBot, linkedIssues } from './pull-request.ts'

test('bots are recognised by their names and addresses', () => {
  const bots = ['dependabot[bot]', 'renovate', 'Renovate Bot', 'github-actions', 'pre-commit-ci', 'Weblate']
  for (const name of [...bots, 'k8s-ci-robot', 'snyk-bot', 'Crowdin Bot', 'mergify'])
    assert.equal(isBot(name), true, name)
  assert.equal(isBot('Weekly update', '49699333+dependabot[bot]@users.noreply.github.com'), true)
  assert.equal(isBot('Translations', 'bot@renovateapp.com'), true)
})

test('people with bot-like names are not bots', () => {
  for (const name of ['Ada', 'Abbot', 'Talbot Smith', 'Bot Chan', 'Robotham', 'Renovation Man', ''])
    assert.equal(isBot(name, 'ada@example.org'), false, name)
})

const of = (text: string) => linkedIssues(text, 'acme/app')

test('closing keywords link the issues after them', () => {
  assert.deepEqual(of('Fixes #1. Closes: #2, #3 and #4\nresolved acme/docs#5'), [
    '#1',
    '#2',
    '#3',
    '#4',
    'acme/docs#5',
  ])
  assert.deepEqual(of('closes https://github.com/acme/app/issues/6'), ['#6'])
  assert.deepEqual(of('Implements https://gitlab.example.org/a/b/c/-/issues/7'), ['a/b/c#7'])
})

test('a reference with a repository or an address links without a closing keyword, a bare number does not', () => {
  assert.deepEqual(
    of('See acme/docs#3, acme/app#4 and https://github.com/acme/web/issues/5#issuecomment-1'),
    ['acme/docs#3', '#4', 'acme/web#5'],
  )
  assert.deepEqual(of('See #3, and prefixes #4; https://github.com/acme/app/pull/5'), [])
})

test('each issue is listed once, and a hostile text is read in time', () => {
  assert.deepEqual(of('Fixes #1, fixes #1'), ['#1'])
  assert.equal(of(Array.from({ length: 500 }, (_, at) => `Fixes #${at + 1}`).join('\n')).length, 50)
  const spent = processorTime()
  of(`Fixes ${'#1 '.repeat(50_000)}${'a/'.repeat(50_000)}${'https://x'.repeat(10_000)}`)
  assert.ok(spent() < 2_000)
})

test('an example in a template links nothing', () => {
  assert.deepEqual(of('<!-- Fixes #456 -->\nFixes #12'), ['#12'])
})

test('a pull request closes the issues of its repository that a keyword or its page links, and none that it mentions', () => {
  const closedBy = (body: string, linked: string[] = []) =>
    closedIssues({
      host: 'github.com',
      repo: 'acme/app',
      title: 'Export reports',
      body,
      linkedIssues: [...linkedIssues(body, 'acme/app'), ...linked],
    })
  assert.deepEqual(closedBy('Fixes #12, closes acme/app#13 and resolves #14'), [12, 13, 14])
  assert.deepEqual(closedBy('Fixes https://github.com/acme/app/issues/15'), [15])
  assert.deepEqual(closedBy('Fixes https://github.example/acme/app/issues/16'), [])
  assert.deepEqual(closedBy('Fixes acme/secret#17, https://github.com/acme/secret/issues/18'), [])
  assert.deepEqual(closedBy('A follow-up to acme/app#19, see https://github.com/acme/app/issues/20'), [])
  assert.deepEqual(closedBy('Exports reports.', ['#21', 'acme/secret#22']), [21])
  assert.deepEqual(closedBy('<!-- Fixes #23 -->'), [])
})
