import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import type { CodeHost } from '#pulls/hosts/code-host.ts'
import { HIDDEN } from '#testing/code-host-server/github-graphql.ts'
import { type History, historyOf } from '#testing/code-host-server/history.ts'
import { type CodeHostServer, faults, startCodeHostServer } from '#testing/code-host-server/server.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'
import { openGitHub } from './github.ts'
import { gitHubHostOf, gitHubPageOf } from './site.ts'

let repository: Repository
let history: History
let server: CodeHostServer
let host: CodeHost
let closeOutbound: () => Promise<void>

before(async () => {
  repository = await aRepository()
  for (let number = 1; number <= 12; number++) {
    await repository.squash(`Change ${number}`, { number, files: { 'app.ts': `${number}\n` } })
  }
  history = await historyOf(repository.folder, 'acme/app')
  server = await startCodeHostServer(history, 'acme/app')
  const apiUrl = server.apiUrls.github
  const allow = [new URL(apiUrl).host]
  const outbound = openOutbound({ allow, timeoutMs: 60_000, idleMs: 60_000, maxBytes: 1_000_000 })
  closeOutbound = outbound.close
  host = openGitHub({
    apiUrl,
    token: async () => server.token,
    fetch: outbound.fetch,
    clock: systemClock,
    retryTiming: { longestWaitMs: 100, secondMs: 1 },
  })
})
after(async () => {
  await closeOutbound()
  await server.close()
  repository[Symbol.dispose]()
})

test('issues linked on GitHub count like those in the text', async () => {
  history.touch(3, { body: 'Fixes #70', sidebar: ['#88', 'acme/web#4'] })
  assert.deepEqual((await host.mergedPull('acme/app', 3))?.linkedIssues, ['#70', '#88', 'acme/web#4'])
})

test('an invisible linked issue does not lose the pull request', async () => {
  history.touch(5, { sidebar: [HIDDEN, '#89'] })
  assert.deepEqual((await host.mergedPull('acme/app', 5))?.linkedIssues, ['#89'])
  const page = await host.mergedPulls('acme/app', { cursor: null })
  assert.equal(page.pulls.length, 12)
})

test('a pull request that GitHub fails to load is not skipped', async () => {
  history.touch(6, { title: Symbol('unspeakable') as unknown as string })
  await assert.rejects(host.mergedPulls('acme/app', { cursor: null }), { reason: 'temporary' })
  history.touch(6, { title: 'Change 6' })
})

test('a bot has the same name as in webhooks', async () => {
  history.touch(4, { author: 'renovate[bot]' })
  const pull = await host.mergedPull('acme/app', 4)
  assert.deepEqual([pull?.author, pull?.authorIsBot], ['renovate[bot]', true])
})

test('a page on which GitHub times out is read in smaller pages', async () => {
  server.misbehave((_, { body }) => (/"count":25\b/.test(body) ? faults.broken : null))
  const first = await host.mergedPulls('acme/app', { cursor: null })
  server.misbehave(() => null)
  assert.equal(first.pulls.length, 5)
  const rest = await host.mergedPulls('acme/app', { cursor: first.next })
  const numbers = new Set([...first.pulls, ...rest.pulls].map(pull => pull.number))
  assert.equal(numbers.size, 12)
})

test('a repository that is not owner/name is refused without a request', async () => {
  const before = server.asked.length
  for (const repo of ['acme', 'acme/app/more', '../etc', 'acme/..', 'acme/app?x', '']) {
    await assert.rejects(host.repository(repo), { code: 'invalid_parameter' })
    await assert.rejects(host.mergedPulls(repo, { cursor: null }), { code: 'invalid_parameter' })
  }
  assert.equal(server.asked.length, before)
})

test('the website is derived from the API address', () => {
  assert.equal(gitHubPageOf('https://api.github.com'), 'https://github.com')
  assert.equal(gitHubPageOf('https://api.acme.ghe.com/'), 'https://acme.ghe.com')
  assert.equal(gitHubPageOf('https://ghe.example:8443/api/v3'), 'https://ghe.example:8443')
  assert.equal(gitHubHostOf('https://api.example.org/api/v3'), 'api.example.org')
})
