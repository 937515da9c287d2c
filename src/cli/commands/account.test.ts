import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

test('private repositories are left out of feeds when the owner says so', async context => {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const feeds = (...words: string[]) => cli.json('account', 'feeds', '--account', account, ...words)
  assert.equal((await feeds()).private_pull_requests, true)
  assert.equal((await feeds('--no-private-pull-requests')).private_pull_requests, false)
  const { out } = await cli.run('account', 'feeds', '--account', account)
  assert.match(out, /private pull requests {2}left out/)
  assert.equal((await feeds('--private-pull-requests')).private_pull_requests, true)
})
