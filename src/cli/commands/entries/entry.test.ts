import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { startPictureServer } from '#testing/picture-server.ts'
import { aRecording } from '#testing/recordings/recordings.ts'

async function withDrafts(
  story: (cli: CommandLine, account: string, ids: string[]) => Promise<void>,
): Promise<void> {
  using cli = aCommandLine()
  await cli.run('migrate')
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const lines = ['Export reports as CSV', 'Export reports as PDF', 'Add a dark theme'].map((title, at) =>
    JSON.stringify({
      repo: 'acme/app',
      number: at + 1,
      title: `feat: ${title}`,
      body: at < 2 ? 'Closes #70' : '',
      merged_at: `2026-03-0${at + 2}T10:00:00Z`,
      files: [{ path: 'src/reports.ts', additions: 80, deletions: 2 }],
    }),
  )
  writeFileSync(join(cli.directory, 'merges.jsonl'), lines.join('\n'))
  await cli.run('import', 'jsonl', 'merges.jsonl', '--account', account)
  const { entries } = await cli.json('entry', 'list', '--account', account, '--state', 'draft')
  await story(cli, account, entries.map((entry: { id: string }) => entry.id).toReversed())
}

test('an entry is edited, gets an image, shows its history and is restored', () =>
  withDrafts(async (cli, _, [id = '']) => {
    writeFileSync(join(cli.directory, 'body.md'), 'Every report has a **CSV** button.\n')
    const edited = await cli.json(
      'entry',
      'edit',
      id,
      '--title',
      'Reports as CSV',
      '--body-file',
      'body.md',
      '--magnitude',
      'major',
      '--seen',
      '1',
    )
    assert.deepEqual(
      [edited.title, edited.body, edited.magnitude, edited.version],
      ['Reports as CSV', 'Every report has a **CSV** button.', 'major', 2],
    )
    const late = await cli.run('entry', 'edit', id, '--title', 'Other', '--seen', '1')
    assert.equal(late.code, 1)
    assert.match(late.err, /version 2 now, with the title “Reports as CSV”/)
    const chart = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    writeFileSync(join(cli.directory, 'chart.png'), chart)
    const { image } = await cli.json('entry', 'image', id, '--file', 'chart.png', '--alt', 'A chart')
    assert.equal(image.alt, 'A chart')
    const renamed = await cli.json('entry', 'edit', id, '--alt', 'A red chart')
    assert.deepEqual(renamed.image, { ...image, alt: 'A red chart' })
    writeFileSync(join(cli.directory, 'demo.webm'), aRecording('webm'))
    const film = ['entry', 'image', id, '--file', 'demo.webm', '--alt', 'The menu opens']
    const played = await cli.json(...film)
    const framed = await cli.json(...film, '--poster', 'chart.png')
    assert.equal(framed.image.sha256, played.image.sha256)
    assert.ok(framed.version > played.version, 'readers see the poster')
    assert.equal((await cli.json(...film, '--poster', 'chart.png')).version, framed.version)
    const needless = ['entry', 'image', id, '--file', 'chart.png', '--poster', 'chart.png', '--alt', 'x']
    assert.match((await cli.run(...needless)).err, /--poster is for recordings/)
    await cli.json('entry', 'edit', id, '--back-to', '4')
    const { changes } = await cli.json('entry', 'history', id)
    assert.deepEqual(
      changes.map((change: { version: number; actor: string }) => [change.version, change.actor]),
      [8, 7, 6, 5, 4, 3, 2].map(version => [version, 'command-line']),
    )
    assert.match(
      (await cli.run('entry', 'history', id)).out,
      /title: "Export reports as CSV" → "Reports as CSV"/,
    )
    const back = await cli.json('entry', 'edit', id, '--back-to', '1')
    assert.deepEqual([back.title, back.image], ['Export reports as CSV', null])
    for (const wrong of [[], ['--back-to', '1', '--title', 'x'], ['--seen', 'x', '--title', 'x']])
      assert.equal((await cli.run('entry', 'edit', id, ...wrong)).code, 2)
    const text = await cli.run('entry', 'image', id, '--file', 'body.md', '--alt', 'x')
    assert.deepEqual([text.code, text.err.includes('PNG')], [1, true])
    assert.equal((await cli.run('entry', 'image', id, '--file', 'none.png', '--alt', 'x')).code, 1)
  }))

test('a regenerated text replaces the text of an entry only on request', () =>
  withDrafts(async (cli, _, [id = '']) => {
    assert.equal((await cli.json('entry', 'regenerate', id)).proposal, null)
    assert.equal((await cli.run('entry', 'regenerate', id)).out, 'No changes.\n')
    assert.equal((await cli.run('entry', 'regenerate', id, '--take')).code, 1)
  }))

test('drafts are proposed as a group, grouped and ungrouped', () =>
  withDrafts(async (cli, account, [csv = '', pdf = '']) => {
    const proposed = await cli.json('entry', 'propose', '--account', account)
    assert.deepEqual(proposed.groups[0].topics, ['acme/app#70'])
    const group = await cli.json('entry', 'group', csv, pdf)
    assert.deepEqual([group.title, group.origin, group.state], ['Export reports as CSV', 'group', 'draft'])
    assert.equal((await cli.json('entry', 'ungroup', group.id)).entries.length, 2)
    assert.equal((await cli.run('entry', 'ungroup', csv)).code, 1)
  }))

test('a pull request is marked as announced elsewhere and cleared', () =>
  withDrafts(async (cli, account) => {
    const { pulls } = await cli.json('pull', 'list', '--account', account)
    const id = pulls[0].pr_id
    const marked = await cli.json('pull', 'promoted', id)
    assert.deepEqual([marked.already_promoted, marked.promoted_by], [true, 'command-line'])
    const cleared = await cli.json('pull', 'promoted', id, '--clear')
    assert.deepEqual(cleared, { pr_id: id, already_promoted: false, promoted_at: null, promoted_by: null })
    assert.equal((await cli.run('pull', 'promoted', 'nothing')).code, 1)
  }))

test('the pictures of a pull request are listed, and one is used as the image', async () => {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await using host = await startPictureServer({ '/menu.png': { body: png } })
  using cli = aCommandLine()
  const body = `![The new menu](${host.address}/menu.png)\n![](${host.address}/chart.png)`
  const known = {
    repo: 'acme/app',
    number: 812,
    title: 'feat: Add a menu',
    body,
    merged_at: '2026-03-02T10:00:00Z',
  }
  writeFileSync(join(cli.directory, 'merges.jsonl'), JSON.stringify({ ...known, host: host.host }))
  await cli.run('migrate')
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  await cli.run('import', 'jsonl', 'merges.jsonl', '--account', account)
  const [{ id }] = (await cli.json('entry', 'list', '--account', account)).entries
  const listed = await cli.run('entry', 'pictures', id)
  assert.match(
    listed.out,
    /^ 1 {2}acme\/app#812 {2}The new menu\n 2 {2}acme\/app#812 {2}chart.png\nLook for names/,
  )
  assert.deepEqual(host.asked, [])
  const use = (number: string, alt: string) =>
    cli.run('entry', 'image', id, '--from-pull', number, '--alt', alt)
  assert.match((await use('3', 'The menu')).err, /no picture 3/)
  assert.match((await use('1', 'menu.png')).err, /not the name of a file/)
  assert.match((await use('1', 'The menu')).err, /cannot be reached on port|public internet/)
  Object.assign(cli.env, { TIDINGS_PRIVATE_HOSTS: host.host })
  await cli.run(
    'source',
    'create',
    'github',
    '--account',
    account,
    '--repo',
    'acme/app',
    '--url',
    host.address,
  )
  assert.match((await use('2', 'The chart')).err, /only for people who can see the repository/)
  const used = await cli.json('entry', 'image', id, '--from-pull', '1', '--alt', 'The menu')
  assert.equal(used.image.alt, 'The menu')
  assert.match(
    (await cli.run('entry', 'image', id, '--alt', 'The menu')).err,
    /either --file FILE or --from-pull N/,
  )
})

test('the command line tells what rewording takes, starts it once, and stops it', async () => {
  using cli = aCommandLine({ TIDINGS_ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}` })
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const reword = (...options: string[]) => cli.run('entry', 'reword', '--account', account, ...options)
  const merge = {
    ...{ repo: 'acme/app', number: 1, title: 'feat: add CSV export', body: 'Download reports as a file.' },
    ...{ url: 'https://github.com/acme/app/pull/1', labels: ['customer-request'] },
    merged_at: '2026-01-01T10:00:00Z',
    files: [{ path: 'web/reports/export.ts', additions: 40, deletions: 2, status: 'modified' }],
  }
  writeFileSync(join(cli.directory, 'merges.jsonl'), JSON.stringify(merge))
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account, '--past', 'drafts')
  assert.match((await reword()).err, /No writer is switched on/)

  writeFileSync(join(cli.directory, 'key.txt'), 'sk-a-key-of-this-test')
  const place = ['--provider', 'openai', '--model', 'gpt-5-mini', '--key-file', 'key.txt']
  await cli.json('account', 'writer', '--account', account, ...place, '--budget', '20 USD', '--on')
  const offer = /^Drafts to reword: 1\. About 1 min, 3,500 tokens, 0\.0014 USD, of 20 USD left this month\.$/m
  assert.match((await reword('--show')).out, offer)
  assert.match((await reword()).out, /^0 of 1 drafts reworded; running, 1 left\.$/m)
  assert.match((await reword()).err, /being reworded already/)
  const { last } = JSON.parse((await reword('--show', '--json')).out)
  const stop = () => cli.run('run', 'stop', last.id)
  assert.equal((await stop()).out, 'It is stopped.\n')
  assert.match((await reword('--show')).out, /^0 of 1 drafts reworded; stopped, 1 left\.$/m)
  assert.match((await stop()).err, /has ended already/)
})
