import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { freePort } from '#testing/postgres.ts'

function commandLineFor(context: TestContext, env: Record<string, string> = {}): CommandLine {
  const cli = aCommandLine(env)
  context.after(() => cli.remove())
  return cli
}

const line = (number: number, title: string, more: object = {}) =>
  JSON.stringify({
    repo: 'acme/app',
    number,
    title,
    body: '',
    merged_at: `2026-03-0${number}T10:00:00Z`,
    ...more,
  })

const THREE = [
  line(1, 'feat: export reports as CSV', {
    files: [{ path: 'src/reports.ts', additions: 80, deletions: 2 }],
  }),
  line(2, 'ci: cache the packages', {
    files: [{ path: '.github/workflows/ci.yml', additions: 3, deletions: 1 }],
  }),
  line(3, 'fix: receipts show the right currency', {
    files: [{ path: 'src/receipts.ts', additions: 4, deletions: 3 }],
  }),
].join('\n')

test('JSON lines are imported, published to the feed and withdrawn', async context => {
  const cli = commandLineFor(context)
  const { account_id: account, feeds } = await cli.json('account', 'create', '--name', 'Acme')
  assert.equal(feeds.atom, `http://127.0.0.1:8080/changelog/${account}`)
  assert.equal(feeds.json, `${feeds.atom}.json`)
  writeFileSync(join(cli.directory, 'merges.jsonl'), THREE)
  const first = await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account, '--publish')
  const known = { recorded: 0, updated: 0, skipped: 3, user_facing: 2, published: 0 }
  assert.deepEqual(first, { ...known, recorded: 3, skipped: 0, published: 2, unpublished: {} })
  const again = await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account, '--publish')
  assert.deepEqual(again, { ...known, unpublished: { published_before: 2 } })
  const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'published')
  assert.deepEqual(
    entries.map((entry: { title: string; published_at: string }) => [entry.title, entry.published_at]),
    [
      ['Receipts show the right currency', '2026-03-03T10:00:00.000Z'],
      ['Export reports as CSV', '2026-03-01T10:00:00.000Z'],
    ],
  )
  const { state } = await cli.json('entry', 'withdraw', entries[0].id)
  assert.equal(state, 'withdrawn')
  const { pulls } = await cli.json('pull', 'list', '--account', account)
  assert.deepEqual(
    pulls.map((pull: { state: string }) => pull.state),
    ['dismissed', 'internal', 'announced'],
  )
})

test('a draft is published now, under a set or later; a past time is a usage error', async context => {
  const cli = commandLineFor(context)
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const set = await cli.json('set', 'create', '--account', account, '--name', 'Mobile')
  assert.equal(set.feeds.json, `http://127.0.0.1:8080/changelog/${account}/${set.set_id}.json`)
  writeFileSync(join(cli.directory, 'merges.jsonl'), THREE)
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account)
  const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'draft')
  const [fix, feature] = entries
  const published = await cli.json('entry', 'publish', fix.id, '--set', set.set_id)
  assert.deepEqual([published.state, published.set_id], ['published', set.set_id])
  const past = await cli.run('entry', 'publish', feature.id, '--at', '2020-01-01T00:00:00Z')
  assert.deepEqual(
    [past.code, past.err],
    [2, 'The time is in the past. Give a later one, or publish the entry now.'],
  )
  const queued = await cli.json('entry', 'publish', feature.id, '--at', '2199-01-01T00:00:00Z')
  assert.deepEqual([queued.state, queued.queued_for], ['queued', '2199-01-01T00:00:00.000Z'])
  const twice = await cli.run('entry', 'publish', fix.id)
  assert.deepEqual(
    [twice.code, twice.err],
    [1, 'A published entry cannot be published; only draft or queued or withdrawn ones can.'],
  )
})

test('allowed origins are listed, validated and cleared; a rotation gives a new feed address', async context => {
  const cli = commandLineFor(context)
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const allowed = await cli.json(
    'account',
    'origins',
    '--account',
    account,
    '--allow',
    'https://www.acme.example',
  )
  assert.deepEqual(allowed.origins, ['https://www.acme.example'])
  assert.deepEqual(await cli.json('account', 'origins', '--account', account), allowed)
  const wrong = await cli.run('account', 'origins', '--account', account, '--allow', 'acme.example')
  assert.match(wrong.err, /An origin looks like https:\/\/www.example.com, .* got acme.example/)
  assert.equal((await cli.json('account', 'origins', '--account', account, '--any')).origins, null)
  const rotated = await cli.json('account', 'rotate', '--account', account)
  assert.notEqual(rotated.account_id, account)
  assert.equal((await cli.run('set', 'list', '--account', account)).code, 1)
})

test('a bad line is reported with its number, the good lines are kept, and the exit code is not 0', async context => {
  const cli = commandLineFor(context)
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  writeFileSync(
    join(cli.directory, 'merges.jsonl'),
    `${line(1, 'feat: add exports')}\n{"repo": 1}\nnonsense\n`,
  )
  const { code, err, out } = await cli.run('import', 'jsonl', 'merges.jsonl', '--account', account, '--json')
  assert.equal(code, 1)
  assert.match(err, /^tidings: line 2: repo: .*\ntidings: line 3: not JSON/)
  assert.equal(JSON.parse(out).recorded, 1)
})

test('classify prints one line with every field for each input line', async context => {
  const cli = commandLineFor(context)
  writeFileSync(join(cli.directory, 'merges.jsonl'), THREE)
  const { out, code } = await cli.run('classify', 'merges.jsonl')
  const rows = out
    .trim()
    .split('\n')
    .map(row => JSON.parse(row))
  assert.deepEqual([code, rows.map(row => row.visibility)], [0, ['user-facing', 'internal', 'user-facing']])
  const fields = [
    'repo',
    'number',
    'visibility',
    'kind',
    'magnitude',
    'confidence',
    'score',
    'reason',
    'headline',
    'pitch',
    'layer',
  ]
  assert.deepEqual(Object.keys(rows[0]), fields)
})

const WRONG: [words: string[], code: number, says: RegExp][] = [
  [['frobnicate'], 2, /There is no command "frobnicate"/],
  [['constructor'], 2, /There is no command "constructor"/],
  [['account'], 2, /the commands are account create/],
  [
    ['account', 'create'],
    2,
    /^tidings: Give --name NAME\. Usage: tidings account create --name NAME$|^Give --name NAME\. Usage: tidings account create --name NAME$/,
  ],
  [['entry', 'list'], 2, /Give --account ID \("tidings account list" prints the ids\)\./],
  [['queue', 'move', 'x'], 2, /^Give either the entry to move it before, or that it is to be the last\.$/],
  [['entry', 'queue', 'x', '--next', '--at', '2199-01-01'], 2, /^Give at most one of at, free and next\.$/],
  [
    ['policy', 'set', '--account', 'x', '--review', '--automatic'],
    2,
    /Give either --automatic or --review, not both\./,
  ],
  [['entry', 'edit', 'x', '--kind', 'news'], 2, /^“kind” takes one of feature, /],
  [['account', 'create', '--name', ' '], 1, /A name has 1 to 100 characters/],
  [['account', 'create', '--colour', 'red'], 2, /Unknown option '--colour'.* Usage: tidings account create/],
  [['entry', 'publish'], 2, /An argument is missing.* Usage/],
  [['entry', 'publish', 'x'], 1, /No entry has the id x/],
  [['entry', 'publish', 'x', 'y'], 2, /Unexpected argument "y"/],
  [['entry', 'list', '--account', 'x'], 1, /No account has the id x/],
  [['import', 'git', '.', '--account', '00000000-0000-4000-8000-000000000000'], 1, /No account has the id/],
  [['import', 'git', '.', '--account', 'x', '--last', '0'], 2, /--last takes a whole number from 1/],
  [['import', 'git', '.', '--account', 'x', '--since', 'soon'], 2, /--since takes a date like/],
  [['preview', '.', '--format', 'pdf'], 2, /--format must be one of markdown, json, html, atom, jsonfeed/],
  [['preview', '.'], 1, /not a git repository/i],
  [['preview', 'nowhere'], 1, /nowhere/],
  [['serve', '--port', '99999'], 2, /--port: expected a whole number/],
  [['classify', 'nowhere.jsonl'], 1, /nowhere\.jsonl/],
  [['classify', '.'], 1, /cannot be read/],
]

test('errors are one line, with exit code 2 for wrong usage and 1 for everything else', async context => {
  const cli = commandLineFor(context)
  await cli.json('account', 'create', '--name', 'Acme')
  for (const [words, code, says] of WRONG) {
    const ended = await cli.run(...words)
    assert.deepEqual([ended.code, ended.out], [code, ''], words.join(' '))
    assert.match(ended.err, says)
    assert.equal(ended.err.trim().split('\n').length, 1, ended.err)
  }
})

test('an invalid environment is refused with every error', async context => {
  const cli = commandLineFor(context, { PORT: 'x', TIDINGS_LOG_LEVEL: 'loud' })
  const { code, err } = await cli.run('account', 'list')
  assert.equal(code, 1)
  assert.match(err, /PORT: expected .*TIDINGS_LOG_LEVEL: expected /)
})

test('a read-only data directory and an unreachable database have clear error messages', async context => {
  const cli = commandLineFor(context, { TIDINGS_DATA: 'file/below' })
  writeFileSync(join(cli.directory, 'file'), '')
  const unwritable = await cli.run('account', 'create', '--name', 'Acme')
  assert.equal(unwritable.code, 1)
  assert.match(unwritable.err, /^The database .* cannot be opened: /)
  const far = aCommandLine({ DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` })
  const unreachable = await far.run('account', 'list')
  far.remove()
  assert.match(unreachable.err, /^The database cannot be used: PostgreSQL cannot be reached \(.*ECONNREFUSED/)
})

test('a backup is a complete database and overwrites nothing', async context => {
  const cli = commandLineFor(context)
  await cli.json('account', 'create', '--name', 'Acme')
  mkdirSync(join(cli.directory, 'restored'))
  await cli.json('backup', 'restored/tidings.db')
  const again = await cli.run('backup', 'restored/tidings.db')
  assert.match(again.err, /is there already; name a new file/)
  const spoken = await cli.run('backup', 'second.db')
  assert.match(spoken.out, /^The encryption key is not included\. Keep a copy of \S+\/data\/encryption\.key/m)
  cli.env.TIDINGS_DATA = 'restored'
  assert.equal((await cli.json('account', 'list')).accounts[0].name, 'Acme')
})

test('the server prints its address, responds and stops on request; a port in use has a clear error message', async context => {
  const port = await freePort()
  const cli = commandLineFor(context, { PORT: String(port) })
  const server = cli.start('serve')
  const said = await server.waitFor(`Tidings listens on http://127.0.0.1:${port}`)
  assert.doesNotMatch(said, /public address/)
  assert.match(said, /Stop it with Ctrl-C/)
  const { account_id: account, feeds } = await cli.json('account', 'create', '--name', 'Acme')
  assert.equal((await fetch(feeds.atom)).status, 200)
  const second = await cli.start('serve').ended
  assert.deepEqual(
    [second.code, second.err],
    [1, `tidings: Port ${port} is in use; choose another with --port or PORT.\n`],
  )
  server.process.kill('SIGTERM')
  const ended = await server.ended
  assert.equal(ended.code, 0)
  assert.doesNotMatch(ended.err, new RegExp(account))
})

test('the command starts from any folder, also under an older Node', async context => {
  const cli = commandLineFor(context)
  const help = await cli.start('--help').ended
  assert.match(help.out, /Usage: tidings <command>/)
  const version = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
  assert.equal((await cli.start('--version').ended).out, `${version}\n`)
})
