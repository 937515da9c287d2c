import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { aSample } from '#testing/code-host-server/sample.ts'
import { startCodeHostServer } from '#testing/code-host-server/server.ts'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { opened } from '#testing/http.ts'
import { aRepository } from '#testing/repositories.ts'

async function withFixture(
  story: (cli: CommandLine, account: string) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  using cli = aCommandLine(env)
  await cli.json('migrate')
  await story(cli, (await cli.json('account', 'create', '--name', 'Acme')).account_id)
}

const CHANGELOG =
  '# Changelog\n\n## 1.1.0 - 2026-02-20\n\n- CSV (#1)\n\n## 1.0.0 - 2026-02-01\n\n- The first\n'

test('a changelog is imported and exported again', async () => {
  await withFixture(async (cli, account) => {
    writeFileSync(join(cli.directory, 'CHANGELOG.md'), CHANGELOG)
    const words = ['import', 'changelog', 'CHANGELOG.md', '--account', account]
    const alone = await cli.run(...words)
    assert.match(alone.out, /2 found; 2 entries published/)
    assert.match(alone.err, /numbers are not linked/)
    assert.equal((await cli.json(...words)).known, 2)
    assert.equal((await cli.run(...words, '--repo', 'nonsense')).code, 2)
    assert.equal((await cli.run('import', 'changelog', 'nowhere.md', '--account', account)).code, 1)
    await cli.run('export', '--account', account, '--format', 'markdown', '--out', 'out.md')
    const out = readFileSync(join(cli.directory, 'out.md'), 'utf8')
    assert.match(out, /^# Acme changelog\n\n## 1\.1\.0 - 2026-02-20\n\n- CSV/)
    const { account_id: other } = await cli.json('account', 'create', '--name', 'Other')
    assert.equal((await cli.json('import', 'changelog', 'out.md', '--account', other)).published, 2)
    assert.equal((await cli.run('export', '--account', account, '--format', 'pdf')).code, 2)
    const { entries } = JSON.parse((await cli.run('export', '--account', account)).out)
    assert.equal(entries.length, 2)
  })
})

test('a feed is fetched from its URL, but not from a private address that is not allowed', async () => {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: 't',
    items: [{ id: '1', title: 'Dark mode', date_published: '2026-02-01T00:00:00Z' }],
  }
  const server = createServer((_, response) => response.end(JSON.stringify(feed)))
  const { address, close } = await opened(server)
  try {
    await withFixture(async (cli, account) => {
      const refused = await cli.run('import', 'feed', `${address}/feed.json`, '--account', account)
      assert.deepEqual(
        [refused.code, (await cli.json('entry', 'list', '--account', account)).entries],
        [1, []],
      )
    })
    await withFixture(
      async (cli, account) => {
        const tally = await cli.json('import', 'feed', `${address}/feed.json`, '--account', account)
        assert.equal(tally.published, 1)
      },
      { TIDINGS_PRIVATE_HOSTS: new URL(address).host },
    )
  } finally {
    await close()
  }
})

test('the releases of a connected repository are fetched from its host', async () => {
  using sample = await aSample()
  await using server = await startCodeHostServer(sample.history, 'acme/app')
  const env = { TIDINGS_PRIVATE_HOSTS: new URL(server.apiUrls.forgejo).host }
  await withFixture(async (cli, account) => {
    const words = ['import', 'releases', '--account', account]
    assert.match((await cli.run(...words)).err, /Name one connected repository/)
    writeFileSync(join(cli.directory, 'token'), server.token)
    const url = new URL(server.apiUrls.forgejo)
    const connected = [
      '--account',
      account,
      '--repo',
      'acme/app',
      '--url',
      url.href.replace(/\/api\/v1\/?$/, ''),
      '--token-file',
      'token',
    ]
    await cli.json('source', 'create', 'forgejo', ...connected)
    const tally = await cli.json(...words)
    assert.ok(tally.found > 1)
    assert.equal(tally.published + tally.skipped.trial, tally.found)
    const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'published')
    assert.match(entries[0].external_url, /\/releases\/tag\/v/)
  }, env)
})

test('releases without dates get them from the tags and commits of the repository', async () => {
  await withFixture(async (cli, account) => {
    using repo = await aRepository({ bare: false })
    const at = (day: number) => ({ at: Date.parse(`2026-01-${day}T10:00:00Z`) })
    const release = (version: string) => `## ${version}\n\n- Change of ${version}\n\n`
    let changelog = ''
    for (const [version, day] of [
      ['1.0.0', 10],
      ['1.1.0', 12],
      ['1.2.0', 14],
    ] as const) {
      changelog = release(version) + changelog
      await repo.commit(`release ${version}`, { ...at(day), files: { 'docs/CHANGELOG.md': changelog } })
      if (version !== '1.1.0') await repo.git('tag', `v${version}`, 'main')
    }
    mkdirSync(join(repo.folder, 'docs'))
    const file = join(repo.folder, 'docs', 'CHANGELOG.md')
    writeFileSync(file, release('1.3.0') + changelog)
    const tally = await cli.json('import', 'changelog', file, '--account', account)
    assert.deepEqual(
      [tally.published, tally.skipped.undated, tally.dated.by_tags, tally.dated.by_commits],
      [3, 1, 2, 1],
    )
    const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'published')
    assert.deepEqual(
      entries.map(
        (entry: { title: string; published_at: string }) =>
          `${entry.title} ${entry.published_at.slice(0, 10)}`,
      ),
      ['Version 1.2.0 2026-01-14', 'Version 1.1.0 2026-01-12', 'Version 1.0.0 2026-01-10'],
    )
  })
})

test('importing a changelog without releases fails; importing one twice does not', async () => {
  await withFixture(async (cli, account) => {
    writeFileSync(join(cli.directory, 'CHANGELOG.md'), '## 1.1.0\n\n- CSV\n\n## 1.0.0\n\n- The first\n')
    const words = ['import', 'changelog', 'CHANGELOG.md', '--account', account]
    const { code, out } = await cli.run(...words)
    assert.equal(code, 1)
    assert.match(out, /^2 found; 0 entries published.*\nLeft out: 2 without a date/)
    writeFileSync(join(cli.directory, 'CHANGELOG.md'), CHANGELOG)
    assert.deepEqual([(await cli.run(...words)).code, (await cli.run(...words)).code], [0, 0])
  })
})

test('a file in another encoding is refused, unless it says which one', async () => {
  await withFixture(async (cli, account) => {
    const write = (name: string, text: string, encoding: 'latin1' | 'utf16le') =>
      writeFileSync(join(cli.directory, name), Buffer.from(text, encoding))
    const changelog = '\uFEFF# Changes\n\n## 1.0.0 - 2026-02-20\n\n- Größe\n'
    write('latin.md', changelog.slice(1), 'latin1')
    write('wide.md', changelog, 'utf16le')
    for (const name of ['latin.md', 'wide.md']) {
      const { code, err } = await cli.run('import', 'changelog', name, '--account', account)
      assert.deepEqual([code, /This is not text in UTF-8\./.test(err)], [1, true])
    }
    const item = '<item><title>Größe</title><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>'
    const feed = `<rss version="2.0"><channel><title>t</title>${item}</channel></rss>`
    write('feed.xml', `<?xml version="1.0" encoding="ISO-8859-1"?>${feed}`, 'latin1')
    await cli.json('import', 'feed', 'feed.xml', '--account', account)
    const { entries } = await cli.json('entry', 'list', '--account', account)
    assert.deepEqual(
      entries.map(({ title }: { title: string }) => title),
      ['Größe'],
    )
  })
})
