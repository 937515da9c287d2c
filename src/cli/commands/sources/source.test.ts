import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'

async function withFixture(
  story: (cli: CommandLine, account: string) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  using cli = aCommandLine(env)
  await cli.json('migrate')
  await story(cli, (await cli.json('account', 'create', '--name', 'Acme')).account_id)
}

test('the address at which the GitHub app is created is printed, and no more', async () => {
  await withFixture(
    async cli => {
      const { out } = await cli.run('github-app', 'create')
      assert.match(out, /^https:\/\/changelog\.example\.com\/app\/sources\?permit=v1\.[\w.%-]+\n$/)
    },
    { TIDINGS_BASE_URL: 'https://changelog.example.com' },
  )
})

test('the token of a connection can be replaced', async () => {
  await withFixture(async (cli, account) => {
    const connected = ['--account', account, '--repo', 'acme/app']
    const { source_id: id } = await cli.json('source', 'create', 'github', ...connected)
    const file = join(cli.directory, 'token')
    writeFileSync(file, 'new-token\n')
    assert.deepEqual(await cli.json('source', 'token', '--id', id, '--token-file', 'token'), {
      source_id: id,
      state: 'active',
    })
    writeFileSync(file, '')
    assert.match((await cli.run('source', 'token', '--id', id, '--token-file', 'token')).err, /it is empty/)
    assert.equal((await cli.run('source', 'token', '--id', id)).code, 2)
    assert.match((await cli.run('source', 'token', '--id', 'x', '--token-file', 'token')).err, /No source/)
  })
})

test('a free plan allows three repositories on the command line too', async () => {
  const paid = {
    TIDINGS_STRIPE_SECRET_KEY: 'sk_test_1',
    TIDINGS_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    TIDINGS_STRIPE_PRICE: 'price_1',
  }
  await withFixture(async (cli, account) => {
    const connect = (repo: string) =>
      cli.run('source', 'create', 'github', '--account', account, '--repo', repo)
    for (const repo of ['acme/a', 'acme/b', 'acme/c']) assert.equal((await connect(repo)).code, 0)
    const fourth = await connect('acme/d')
    assert.equal(fourth.code, 1)
    assert.match(fourth.err, /room for 3 repositories/)
  }, paid)
})

test('reviews are switched on and off, and what is missing for them is said', async () => {
  await withFixture(async (cli, account) => {
    const connected = ['--account', account, '--repo', 'acme/app']
    const { source_id: id } = await cli.json('source', 'create', 'gitlab', ...connected)
    assert.equal((await cli.json('source', 'reviews', '--id', id)).reviews, 'off')
    const { out } = await cli.run('source', 'reviews', '--id', id, '--on')
    assert.match(
      out,
      /cannot be reviewed\. It has no access token\. Enter a project access token with the role/,
    )
    writeFileSync(join(cli.directory, 'token'), 'glpat-1\n')
    await cli.json('source', 'token', '--id', id, '--token-file', 'token')
    assert.match(
      (await cli.run('source', 'list', '--account', account)).out,
      /acme\/app {2}active {2}reviews on\n/,
    )
    assert.deepEqual(await cli.json('source', 'reviews', '--id', id, '--off'), {
      ...{ source_id: id, reviews: 'off' },
      ...{ reason: null, remedy: null },
    })
    assert.equal((await cli.json('source', 'list', '--account', account)).sources[0].reviews, 'off')
  })
})
