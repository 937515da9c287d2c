import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'

const cli = aCommandLine()
let repo: Repository
before(async () => {
  repo = await aRepository({ name: 'shop' })
  const source = (name: string) => ({ [`src/${name}.ts`]: `${name}\n` })
  await repo.squash('feat: print invoices in landscape format', { number: 1, files: source('print') })
  await repo.git('tag', 'v1.0.0')
  await repo.squash('feat: export reports as CSV', { number: 2, files: source('reports') })
  await repo.squash('fix: receipts no longer show the wrong currency', {
    number: 3,
    files: source('currency'),
  })
  await repo.squash('feat: dark theme for the shop window', { number: 4, files: source('theme') })
  await repo.squash('Revert "feat: dark theme for the shop window (#4)"', {
    number: 5,
    body: 'Reverts #4',
    files: { 'src/theme.ts': 'none\n' },
  })
  await repo.squash('feat!: drop the old login endpoint', {
    number: 6,
    body: 'BREAKING CHANGE: Use the endpoint /session.',
    files: source('login'),
  })
  await repo.git('tag', 'v1.1.0')
  await repo.squash('feat: voucher codes at checkout', { number: 7, files: source('vouchers') })
})
after(() => {
  cli.remove()
  repo[Symbol.dispose]()
})

let written: string
beforeEach(() => {
  written = [
    '# Changelog',
    '',
    '## 1.1.0',
    '',
    '- Export reports as CSV (#2)',
    '- Receipts no longer show the wrong currency (#3)',
    '- The old login endpoint is gone; call `/session` instead (#6)',
    '',
    '## 1.0.0',
    '',
    '- Print invoices in landscape format (#1)',
    '',
  ].join('\n')
})

async function checked(notes: string, ...options: string[]) {
  writeFileSync(join(cli.directory, 'NOTES.md'), notes)
  return cli.run('check', 'NOTES.md', '--git', repo.folder, '--from', 'v1.0.0', '--to', 'v1.1.0', ...options)
}

async function findings(notes: string): Promise<[kind: string, line: number][]> {
  const { out } = await checked(notes, '--json')
  return JSON.parse(out).findings.map(({ kind, line }: { kind: string; line: number }) => [kind, line])
}

const withLine = (line: string) => written.replace('## 1.1.0\n', `## 1.1.0\n\n- ${line}`)

test('notes that tell what was merged pass', async () => {
  assert.deepEqual(await findings(written), [])
  const { code, out } = await checked(written)
  assert.equal(code, 0)
  assert.equal(out, '3 lines checked against 5 merges: nothing found.\n')
})

test('a line that no merge supports is invented', async () => {
  assert.deepEqual(await findings(withLine('Sign in with a fingerprint on phones')), [['invented', 5]])
})

test('a line about a reverted, an earlier or a later change is named as such', async () => {
  assert.deepEqual(await findings(withLine('Dark theme for the shop window (#4)')), [['reverted', 5]])
  assert.deepEqual(await findings(withLine('Print invoices in landscape format (#1)')), [['not-in-range', 5]])
  assert.deepEqual(await findings(withLine('Voucher codes at checkout (#7)')), [['not-live', 5]])
})

test('a line may word a change as it likes', async () => {
  assert.deepEqual(await findings(written.replace('reports as CSV', '12 reports as XLSX')), [])
})

test('a breaking change that no line tells is dropped', async () => {
  assert.deepEqual(await findings(written.replace(/^- The old login.*\n/m, '')), [['dropped', 5]])
})

test('only the kinds that --fail-on names fail the check', async () => {
  const notes = withLine('Dark theme for the shop window (#4)')
  assert.equal((await checked(notes)).code, 0)
  assert.equal((await checked(notes, '--fail-on', 'invented,dropped')).code, 0)
  assert.equal((await checked(notes, '--fail-on', 'reverted')).code, 1)
  assert.equal((await checked(notes, '--fail-on', 'any')).code, 1)
  assert.equal((await checked(notes, '--fail-on', 'everything')).code, 2)
})

test('an unknown tag and a missing file are wrong usage', async () => {
  const unknown = await cli.run('check', 'NOTES.md', '--git', repo.folder, '--from', 'v0.9.0')
  assert.equal(unknown.code, 2)
  assert.match(unknown.err, /no tag, branch or commit "v0\.9\.0"/)
  const missing = await cli.run('check', 'NONE.md', '--git', repo.folder, '--from', 'v1.0.0')
  assert.equal(missing.code, 2)
})

test('annotations keep hostile notes inside their command', async () => {
  const hostile = withLine('Dark theme%0A::error::pwned ##[add-mask]x for the shop window, (#4)')
  const { out } = await checked(hostile, '--annotations', '--fail-on', 'reverted')
  assert.equal(out.trim().split('\n').length, 1)
  assert.match(out, /^::error file=NOTES\.md,line=5,title=Release notes%3A reverted::[^\n]*%0A[^\n]*\n$/)
  const text = await checked(hostile)
  assert.doesNotMatch(text.out, /^\s*::|##\[/m)
})

test('an account is checked with its own decisions, between two times', async () => {
  const { account_id: id } = await cli.json('account', 'create', '--name', 'Acme')
  await cli.run('import', 'git', repo.folder, '--account', id)
  writeFileSync(
    join(cli.directory, 'NOTES.md'),
    '- Export reports as CSV (#2)\n- Dark theme for the shop window (#4)\n',
  )
  const { code, out, err } = await cli.run(
    ...['check', 'NOTES.md', '--account', id, '--from', '2000-01-01', '--json'],
  )
  assert.equal(code, 0, err)
  const kinds = JSON.parse(out).findings.map(({ kind }: { kind: string }) => kind)
  assert.ok(kinds.includes('reverted'), kinds.join())
})

test('an account that announces on releases can check the notes of the next one', async () => {
  const { account_id: id } = await cli.json('account', 'create', '--name', 'Releases')
  await cli.run('import', 'git', repo.folder, '--account', id, '--repo', 'acme/shop')
  await cli.json('repository', 'set', '--account', id, '--repo', 'acme/shop', '--announce-on', 'release')
  writeFileSync(join(cli.directory, 'NOTES.md'), '- Export reports as CSV (#2)\n')
  const { out } = await cli.run(...['check', 'NOTES.md', '--account', id, '--from', '2000-01-01', '--json'])
  const { findings } = JSON.parse(out)
  assert.deepEqual(
    findings.filter(({ kind }: { kind: string }) => kind === 'not-live'),
    [],
  )
  const dropped = findings.filter(({ kind }: { kind: string }) => kind === 'dropped')
  assert.match(JSON.stringify(dropped), /#6/)
})
