import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { storeDeliveries } from '#pipeline/webhooks/deliveries.ts'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { enqueue, enqueueAll } from '#platform/jobs/queue.ts'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { greetJob } from '#testing/jobs.ts'

async function withFixture(
  story: (cli: CommandLine, account: string, location: DatabaseLocation) => Promise<void>,
) {
  using cli = aCommandLine()
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  await story(cli, account_id, { engine: 'sqlite', file: join(cli.directory, 'data', 'tidings.db') })
}

test('a repository is connected once, and its secret is shown once', () =>
  withFixture(async (cli, account) => {
    const words = ['source', 'create', 'github', '--account', account, '--repo', 'acme/app']
    const made = await cli.json(...words)
    assert.equal(made.url, `http://127.0.0.1:8080/api/callbacks/github/${made.source_id}`)
    assert.ok(made.secret.length >= 32)
    const again = await cli.run(...words)
    assert.equal(again.code, 1)
    assert.match(again.err, /connected to this account already/)
    const { sources } = await cli.json('source', 'list', '--account', account)
    assert.deepEqual(
      sources.map((one: { repo: string; state: string }) => [one.repo, one.state]),
      [['acme/app', 'active']],
    )
    const listed = await cli.run('source', 'list', '--account', account)
    assert.ok(listed.out.includes(`\n  ${made.url}\n`), 'the address to enter when the public one changes')
    assert.ok(!JSON.stringify(sources).includes(made.secret))
  }))

test('a repository that cannot be connected is refused with what is accepted', () =>
  withFixture(async (cli, account) => {
    const create = (...words: string[]) => cli.run('source', 'create', ...words, '--account', account)
    for (const [words, code, says] of [
      [['sourcehut', '--repo', 'a/b'], 2, /github, gitlab, forgejo, bitbucket, azure/],
      [['github'], 2, /takes a text, which is missing/],
      [['github', '--repo', 'no-slash'], 2, /looks like owner\/name/],
      [['gitlab', '--repo', 'a/b', '--url', 'ftp://x'], 2, /looks like https:/],
      [['github', '--repo', 'a/b', '--token-file', 'missing'], 1, /cannot be read/],
    ] as const) {
      const ended = await create(...words)
      assert.deepEqual([ended.code, says.test(ended.err)], [code, true], ended.err)
    }
  }))

test('the address at which the GitHub app is created is printed, and no more', async () => {
  using cli = aCommandLine({ TIDINGS_BASE_URL: 'https://changelog.example.com' })
  await cli.json('migrate')
  const { out } = await cli.run('github-app', 'create')
  assert.match(out, /^https:\/\/changelog\.example\.com\/app\/sources\?permit=v1\.[\w.%-]+\n$/)
})

test('rules for which merges count are set and shown', () =>
  withFixture(async (cli, account) => {
    await cli.json('source', 'create', 'forgejo', '--account', account, '--repo', 'acme/app')
    const { set_id } = await cli.json('set', 'create', '--account', account, '--name', 'Mobile')
    const set = ['repository', 'set', '--account', account, '--repo', 'acme/app']
    const said = ['--announce-on', 'release', '--include', 'apps/**', '--exclude', '**/*.md']
    await cli.json(...set, ...said, '--file', `apps/mobile/**=${set_id}`)
    assert.deepEqual(await cli.json(...set), {
      repositories: [
        {
          host: 'codeberg.org',
          repo: 'acme/app',
          announce_on: 'release',
          include: ['apps/**'],
          exclude: ['**/*.md'],
          file: [{ glob: 'apps/mobile/**', set_id }],
        },
      ],
    })
    assert.equal((await cli.run(...set, '--announce-on', 'monday')).code, 2)
    assert.equal((await cli.run(...set, '--include', '/etc')).code, 2)
    assert.equal((await cli.run(...set, '--file', 'apps/**=unknown')).code, 1)
    assert.deepEqual((await cli.json(...set, '--all')).repositories[0].include, [])
  }))

test('a failed job is listed with its error and can be retried', () =>
  withFixture(async (cli, _, location) => {
    const db = await openDatabase(location, { migrate: false })
    await db.write(async tx => {
      await enqueue(tx, { clock: systemClock, ids: randomIds }, greetJob, {
        accountId: null,
        payload: { name: 'ann' },
      })
      await tx.updateTable('job').set({ available_at: null, last_error: 'Nobody answers.' }).execute()
    })
    const { jobs } = await cli.json('jobs', 'list')
    assert.equal(jobs[0].error, 'Nobody answers.')
    assert.deepEqual(await cli.json('jobs', 'retry', jobs[0].id), { retried: 1 })
    const after = await cli.json('jobs', 'list')
    assert.deepEqual([after.jobs[0].state, after.entries], ['due', []])
    await db.close()
  }))

test('a list of overdue jobs that goes on says how many more there are', () =>
  withFixture(async (cli, _, location) => {
    const db = await openDatabase(location, { migrate: false })
    const jobs = Array.from({ length: 102 }, () => ({ accountId: null, payload: { name: 'ann' } }))
    await db.write(tx => enqueueAll(tx, { clock: systemClock, ids: randomIds }, greetJob, jobs))
    assert.match((await cli.run('jobs', 'list')).out, /worker\nMore jobs that are due: 2\.\n$/)
    assert.equal((await cli.json('jobs', 'list')).more_due, 2)
    const listed = (await cli.json('jobs', 'list')).jobs.map(({ id }: { id: string }) => id)
    await db.write(tx => tx.deleteFrom('job').where('id', 'in', listed).execute())
    await db.close()
    assert.doesNotMatch((await cli.run('jobs', 'list')).out, /More/)
  }))

test('a list of deliveries that goes on says how many are older', () =>
  withFixture(async (cli, account, location) => {
    const db = await openDatabase(location, { migrate: false })
    const { id: accountId } = await db.read.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const request = { headers: {}, body: Buffer.from('{}'), url: new URL('https://acme.example') }
    const arrived = ['one', 'two', 'three'].map(deliveryId => ({
      ...{ connection: 'acme/app', provider: 'github', event: 'push', text: '{}' },
      ...{ accountId, deliveryId, request },
    }))
    await db.write(tx => storeDeliveries(tx, systemClock, randomIds, arrived))
    await db.close()
    const list = (last: string) => cli.run('deliveries', 'list', '--account', account, '--last', last)
    assert.match((await list('1')).out, /github push\nOlder deliveries: 2\. Add --last 3 to see more\.\n$/)
    assert.doesNotMatch((await list('3')).out, /Older/)
  }))

test('deliveries are listed, and replayed by id', () =>
  withFixture(async (cli, account) => {
    assert.match((await cli.run('deliveries', 'list', '--account', account)).out, /No deliveries/)
    assert.equal((await cli.run('deliveries', 'list', '--state', 'lost')).code, 2)
    assert.equal((await cli.run('deliveries', 'list', '--last', '0')).code, 2)
    const unknown = await cli.run('deliveries', 'replay', '00000000-0000-4000-8000-000000000000')
    assert.deepEqual([unknown.code, /No delivery has the id/.test(unknown.err)], [1, true])
  }))
