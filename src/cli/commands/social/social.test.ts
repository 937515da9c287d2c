import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { aBlueskyServer, type BlueskyServer } from '#testing/networks/bluesky.ts'
import { aMastodonServer, type MastodonServer } from '#testing/networks/mastodon.ts'
import { until } from '#testing/until.ts'

interface Fixture {
  cli: CommandLine
  account: string
  bluesky: BlueskyServer
  mastodon: MastodonServer
  /** The id of an imported, published entry. */
  entry: string
}

async function withFixture(story: (fixture: Fixture) => Promise<void>): Promise<void> {
  const [bluesky, mastodon] = await Promise.all([aBlueskyServer(), aMastodonServer()])
  const cli = aCommandLine({
    TIDINGS_PRIVATE_HOSTS: [bluesky, mastodon].map(({ origin }) => new URL(origin).host).join(),
    TIDINGS_BLUESKY_URL: bluesky.origin,
    TIDINGS_PLC_URL: bluesky.origin,
  })
  try {
    await cli.json('migrate')
    const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
    const merge = {
      ...{ repo: 'acme/app', number: 1, title: 'feat: export reports as CSV', body: '' },
      ...{
        merged_at: '2026-03-02T10:00:00Z',
        files: [{ path: 'src/reports.ts', additions: 80, deletions: 2 }],
      },
    }
    writeFileSync(join(cli.directory, 'merges.jsonl'), JSON.stringify(merge))
    await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account, '--publish')
    const { entries } = await cli.json('entry', 'list', '--account', account)
    await story({ cli, account, bluesky, mastodon, entry: entries[0].id })
  } finally {
    cli.remove()
    await Promise.all([bluesky.close(), mastodon.close()])
  }
}

test('before an account is connected, an entry is previewed as each network would take it', () =>
  withFixture(async ({ cli, entry }) => {
    const { posts } = await cli.json('post', 'preview', entry, '--network', 'bluesky')
    assert.deepEqual(
      posts.map(({ network, handle, text, limit, faults }: Record<string, unknown>) => [
        network,
        handle,
        text,
        limit,
        faults,
      ]),
      [['bluesky', null, 'Export reports as CSV', 300, []]],
    )
    const { out } = await cli.run('post', 'preview', entry)
    assert.match(out, /No social account is connected[\s\S]*bluesky: 21 of 300[\s\S]*mastodon: 21 of 500/)
  }))

test('a handle that nobody has is told in plain words', () =>
  withFixture(async ({ cli, account }) => {
    const connect = ['social', 'connect', 'bluesky', '--account', account, '--handle', 'nobody.example']
    writeFileSync(join(cli.directory, 'app-password'), 'abcd-efgh\n')
    const { err } = await cli.run(...connect, '--secret-file', 'app-password')
    assert.match(err, /No account was found for this handle.*as in acme\.bsky\.social/)
  }))

test('an entry is previewed, worded and posted to two networks from the command line, and withdrawn from both', () =>
  withFixture(async ({ cli, account, bluesky, mastodon, entry }) => {
    writeFileSync(join(cli.directory, 'app-password'), `${bluesky.anAppPassword()}\n`)
    const first = await cli.json(
      ...['social', 'connect', 'bluesky', '--account', account],
      ...['--handle', bluesky.handle, '--secret-file', 'app-password'],
    )
    cli.stdin = piped(mastodon.aToken())
    const second = await cli.json(
      'social',
      'connect',
      'mastodon',
      '--account',
      account,
      '--instance',
      mastodon.origin,
    )
    const { social_accounts: connected } = await cli.json('social', 'list', '--account', account)
    assert.deepEqual(connected, [first, second])

    const { posts: none } = await cli.json('post', 'list', '--account', account)
    assert.deepEqual(none, [], 'imported history posts nothing by itself')
    const { posts: preview } = await cli.json('post', 'preview', entry, '--network', 'bluesky')
    assert.deepEqual(
      preview.map(({ network, text, count, limit, faults, card }: Record<string, unknown>) => [
        network,
        text,
        count,
        limit,
        faults,
        card,
      ]),
      [['bluesky', 'Export reports as CSV', 21, 300, [], null]],
    )
    writeFileSync(join(cli.directory, 'words.txt'), 'Reports come as CSV now 🎉\n')
    const words = ['post', 'edit', entry, '--to', second.social_account_id, '--text-file', 'words.txt']
    assert.equal((await cli.json(...words)).count, 25)

    for (const { social_account_id: id } of connected) await cli.json('post', 'send', entry, '--to', id)
    cli.start('worker')
    await until(() => bluesky.records.size + mastodon.statuses.length === 2)
    assert.equal(mastodon.statuses[0]?.text, 'Reports come as CSV now 🎉')
    await until(async () => (await statesOf(cli, account)).every(state => state === 'posted'))
    await cli.json('entry', 'withdraw', entry)
    await until(async () => (await statesOf(cli, account)).every(state => state === 'withdrawn'))
    assert.equal(bluesky.records.size + mastodon.statuses.length, 0)
  }))

test('secrets are never arguments, and what the network says of a bad one is printed', () =>
  withFixture(async ({ cli, account, mastodon }) => {
    const connect = ['social', 'connect', 'mastodon', '--account', account, '--instance', mastodon.origin]
    assert.match((await cli.run(...connect)).err, /in a file with --secret-file, or pipe it in/)
    cli.stdin = piped('wrong')
    assert.match(
      (await cli.run(...connect)).err,
      /could not be connected\. .*does not accept the access token/,
    )
    assert.equal((await cli.run('social', 'connect', 'myspace', '--account', account)).code, 2)
  }))

test('a social account is moved, set up, given new access and disconnected; sets are renamed and deleted', () =>
  withFixture(async ({ cli, account, mastodon, entry }) => {
    cli.stdin = piped(mastodon.aToken())
    const connect = ['social', 'connect', 'mastodon', '--account', account, '--instance', mastodon.origin]
    const { social_account_id: id } = await cli.json(...connect)
    const { set_id: set } = await cli.json('set', 'create', '--account', account, '--name', 'Mobile')
    assert.equal((await cli.json('social', 'move', id, '--set', set)).set_id, set)
    await cli.json('set', 'rename', set, '--account', account, '--name', 'Phones')
    await cli.json('set', 'delete', set, '--account', account)
    const settings = [
      '--rule',
      'by hand',
      '--language',
      'de',
      '--visibility',
      'unlisted',
      '--hashtag',
      '#changelog',
    ]
    const changed = await cli.json('social', 'set', id, ...settings)
    assert.deepEqual(
      [changed.set_id, changed.rule, changed.language, changed.visibility, changed.hashtags],
      [null, 'by hand', 'de', 'unlisted', ['changelog']],
    )
    const { posts } = await cli.json('post', 'preview', entry)
    assert.equal(posts[0].text, 'Export reports as CSV\n\n#changelog')
    assert.equal((await cli.json('social', 'verify', id)).state, 'active')
    cli.stdin = piped(mastodon.aToken())
    assert.equal((await cli.json('social', 'reconnect', id)).state, 'active')
    const { post_id: post } = await cli.json('post', 'send', entry, '--to', id)
    assert.equal((await cli.json('post', 'hold', post)).held, 'by hand')
    assert.equal((await cli.run('post', 'retry', post)).code, 1)
    assert.equal((await cli.json('post', 'send', post)).held, null)
    await cli.json('social', 'disconnect', id)
    assert.deepEqual((await cli.json('social', 'list', '--account', account)).social_accounts, [])
    assert.deepEqual(await statesOf(cli, account), ['cancelled'])
  }))

test('a list of posts that goes on says how to see the rest', () =>
  withFixture(async ({ cli, account, mastodon, entry }) => {
    cli.stdin = piped(mastodon.aToken())
    const connect = ['social', 'connect', 'mastodon', '--account', account, '--instance', mastodon.origin]
    const { social_account_id: to } = await cli.json(...connect)
    await cli.json('post', 'cancel', (await cli.json('post', 'send', entry, '--to', to)).post_id)
    const file = join(cli.directory, 'data', 'tidings.db')
    const db = await openDatabase({ engine: 'sqlite', file }, { migrate: false })
    const { id: _, ...post } = await db.read.selectFrom('post').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: 50 }, () => ({ ...post, id: randomIds.next() }))
    await db.write(tx => tx.insertInto('post').values(others).execute())
    await db.close()
    const list = ['post', 'list', '--account', account]
    const first = (await cli.run(...list)).out
    const [, next = ''] = /\nMore posts follow: add --after (\S+)\n$/.exec(first) ?? []
    assert.equal((await cli.json(...list)).next, next)
    const second = (await cli.run(...list, '--after', next)).out
    assert.deepEqual(
      [first, second].map(text => text.split('cancelled ').length - 1),
      [50, 1],
    )
    assert.doesNotMatch(second, /More posts/)
  }))

async function* piped(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${text}\n`)
}

async function statesOf(cli: CommandLine, account: string): Promise<string[]> {
  const { posts } = await cli.json('post', 'list', '--account', account)
  return posts.map((post: { state: string }) => post.state)
}
