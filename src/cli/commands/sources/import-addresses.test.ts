import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import type { Json } from '#testing/http.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'

async function withRepository(
  story: (cli: CommandLine, account: string, repository: Repository) => Promise<void>,
): Promise<void> {
  using repository = await aRepository()
  await repository.commit('Begin')
  await repository.squash('feat: export reports as CSV', { number: 1, files: { 'src/csv.ts': 'csv\n' } })
  await repository.squash('fix: totals in the right currency', {
    number: 2,
    files: { 'src/totals.ts': 'x\n' },
  })
  using cli = aCommandLine()
  await cli.json('migrate')
  await story(cli, (await cli.json('account', 'create', '--name', 'Acme')).account_id, repository)
}

const urlsOf = async (cli: CommandLine, account: string): Promise<(string | null)[]> =>
  (await cli.json('entry', 'list', '--account', account)).entries.map((entry: Json) => entry.external_url)

test('an import without a remote warns what will be missing, and a later one with --repo adds it', async () => {
  await withRepository(async (cli, account, { folder }) => {
    const words = ['import', 'git', folder, '--account', account, '--publish']
    const first = await cli.run(...words, '--repo', 'acme/app')
    assert.match(first.err, /left out of highlights, and their entries have no external_url/)
    assert.match(first.err, /--repo https:\/\/github\.com\/owner\/name/)
    assert.deepEqual(await urlsOf(cli, account), [null, null])
    const second = await cli.json(...words, '--repo', 'https://github.com/Acme/App')
    assert.deepEqual([second.recorded, second.updated], [0, 2])
    const urls = ['https://github.com/Acme/App/pull/2', 'https://github.com/Acme/App/pull/1']
    assert.deepEqual(await urlsOf(cli, account), urls)
  })
})

test('an import without a remote uses the known repository of that name with its address', async () => {
  await withRepository(async (cli, account, repository) => {
    const words = ['import', 'git', repository.folder, '--account', account]
    await cli.json(...words, '--last', '1', '--repo', 'https://github.com/acme/app')
    const again = await cli.run(...words, '--repo', 'acme/app')
    assert.match(again.out, /1 change recorded, 0 updated, 1 unchanged/)
    assert.doesNotMatch(again.err, /highlights/)
    assert.ok((await urlsOf(cli, account)).every(url => url?.startsWith('https://github.com/acme/app/pull/')))
  })
})

test('lines without an address are counted and belong to the known repository of that name', async () => {
  await withRepository(async (cli, account) => {
    const line = {
      repo: 'acme/app',
      number: 1,
      title: 'feat: export reports',
      body: '',
      merged_at: '2026-02-01',
    }
    const url = 'https://github.com/acme/app/pull/2'
    const lines = [line, { ...line, number: 2, title: 'feat: add a dark theme', url }]
    writeFileSync(join(cli.directory, 'pulls.jsonl'), lines.map(one => JSON.stringify(one)).join('\n'))
    const words = ['import', 'jsonl', 'pulls.jsonl', '--account', account]
    const first = await cli.run(...words)
    assert.match(first.err, /1 pull request without a url: they are left out/)
    assert.equal((await cli.json(...words)).skipped, 2)
    const { pulls } = await cli.json('pull', 'list', '--account', account)
    assert.deepEqual([...new Set(pulls.map((pull: Json) => pull.host))], ['github.com'])
  })
})
