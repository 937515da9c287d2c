import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import type { Json } from '#testing/http.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'

const merge = (number: number, title: string, body = '') =>
  JSON.stringify({ repo: 'acme/app', number, title, body, merged_at: `2026-03-0${number}T10:00:00Z` })

const MERGES = [
  merge(1, 'feat: export reports as CSV'),
  merge(2, 'feat: add a dark theme'),
  merge(3, 'Revert "feat: add a dark theme"', 'Reverts #2'),
  merge(4, 'fix: search finds archived reports again', 'Reverts #999'),
  merge(5, 'feat: export receipts as PDF'),
  merge(6, 'feat: export invoices as PDF'),
]

async function aTeam(context: TestContext) {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  writeFileSync(join(cli.directory, 'merges.jsonl'), MERGES.join('\n'))
  return { cli, words: ['import', 'jsonl', 'merges.jsonl', '--account', account], account }
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0)

test('an import with --publish accounts for every user-facing merge', async context => {
  const { cli, words, account } = await aTeam(context)
  await cli.json(...words)
  const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'draft')
  const idOf = (title: RegExp) => entries.find((entry: { title: string }) => title.test(entry.title)).id
  await cli.json('entry', 'edit', idOf(/receipts/), '--title', 'Receipts as PDF')
  await cli.json('entry', 'dismiss', idOf(/invoices/))
  const first = await cli.json(...words, '--publish')
  assert.equal(first.user_facing + first.unpublished.reverted, first.published + sum(first.unpublished))
  assert.equal(first.published, 1)
  assert.deepEqual(first.unpublished, { reverted: 1, reverts_unknown: 1, edited: 1, dismissed: 1 })
  const again = await cli.run(...words, '--publish')
  assert.match(
    again.out,
    /4 user-facing: 0 published, 1 published before, .*1 waiting as drafts because they revert a change.*; 1 left out because they were reverted/,
  )
})

test('an import without --publish does not mention publishing', async context => {
  const { cli, words } = await aTeam(context)
  assert.match((await cli.run(...words)).out, /4 user-facing\.\n$/)
})

test('what was read from dev first is not recorded again when dev is merged', async () => {
  using cli = aCommandLine()
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  using repo = await aRepository({ name: 'shop' })
  await repo.squash('feat: export reports as CSV', { number: 1, files: { 'src/reports.ts': 'a\n' } })
  await repo.commit('Begin', { branch: 'dev', parents: [repo.tip('main')], files: { 'b.ts': 'b\n' } })
  await repo.mergeInto('dev', 2, 'feat: add a dark theme')
  const words = ['import', 'git', repo.folder, '--account', account]
  await repo.git('symbolic-ref', 'HEAD', 'refs/heads/dev')
  assert.equal((await cli.json(...words)).recorded, 2)
  await repo.git('symbolic-ref', 'HEAD', 'refs/heads/main')
  await repo.mergeBranch('dev', 'main', 'Merge pull request #3 from acme/dev\n\nRelease 1.1.0')
  const { recorded, skipped } = await cli.json(...words)
  assert.deepEqual([recorded, skipped], [1, 2])
  const { entries } = await cli.json('entry', 'list', '--account', account)
  assert.deepEqual(entries.map((entry: { title: string }) => entry.title).toSorted(), [
    'Add a dark theme',
    'Export reports as CSV',
  ])
})

test('an import can leave the past as history, and a later one takes it up', async context => {
  const { cli, words, account } = await aTeam(context)
  const titles = async (state: string) => {
    const { entries } = await cli.json('entry', 'list', '--account', account, '--state', state)
    return entries.map((entry: { title: string }) => entry.title).toSorted()
  }
  const historyOf = async () =>
    (await cli.json('pull', 'list', '--account', account, '--state', 'history')).pulls
      .map(({ number }: { number: number }) => number)
      .toSorted()
  const first = await cli.run(...words, '--past', 'history')
  assert.match(first.out, /4 user-facing, kept as history: in the ledger, without drafts\.\n$/)
  assert.deepEqual([await titles('draft'), await historyOf()], [[], [1, 4, 5, 6]])

  writeFileSync(join(cli.directory, 'some.jsonl'), MERGES.slice(0, 1).join('\n'))
  const some = ['import', 'jsonl', 'some.jsonl', '--account', account, '--past', 'drafts']
  await cli.json(...some)
  await cli.json(...some)
  assert.deepEqual([await titles('draft'), await historyOf()], [['Export reports as CSV'], [4, 5, 6]])
  const published = await cli.json(...words, '--past', 'publish')
  assert.equal(published.published, 3)
  assert.deepEqual(await historyOf(), [])
  assert.equal((await titles('published')).length, 3)
  const contradiction = await cli.run(...words, '--past', 'history', '--publish')
  assert.deepEqual([contradiction.code, /--publish means --past publish/.test(contradiction.err)], [2, true])
})

test('the last month of a repository becomes drafts, also where it has rested since', async () => {
  using cli = aCommandLine()
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  using repo = await aRepository({ name: 'shop' })
  await repo.squash('feat: export reports as CSV', { number: 1, at: Date.parse('2025-10-01T10:00:00Z') })
  await repo.squash('feat: add a dark theme', { number: 2, at: Date.parse('2026-01-02T10:00:00Z') })
  await repo.squash('feat: export receipts as PDF', { number: 3, at: Date.parse('2026-01-30T10:00:00Z') })
  // What no customer notices does not end the month.
  await repo.squash('chore: bump lint rules', { number: 4, at: Date.parse('2026-03-20T10:00:00Z') })
  const { out } = await cli.run('import', 'git', repo.folder, '--account', account)
  assert.match(out, /3 user-facing, of which 2 are drafts/)
  const { pulls } = await cli.json('pull', 'list', '--account', account)
  assert.deepEqual(
    pulls.map(({ number, state }: { number: number; state: string }) => `${number} ${state}`).toSorted(),
    ['1 history', '2 drafted', '3 drafted', '4 internal'],
  )
})

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
