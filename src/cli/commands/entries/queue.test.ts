import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'

const TITLES = ['Export reports as CSV', 'Add a dark theme', 'Search by customer', 'Invite by link']

async function withDrafts(
  story: (cli: CommandLine, account: string, ids: Record<string, string>) => Promise<void>,
): Promise<void> {
  using cli = aCommandLine()
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  const lines = TITLES.map((title, at) =>
    JSON.stringify({
      repo: 'acme/app',
      number: at + 1,
      title: `feat: ${title}`,
      body: '',
      merged_at: new Date(Date.now() - at * 60_000).toISOString(),
      files: [{ path: 'src/app.ts', additions: 5 }],
    }),
  )
  writeFileSync(join(cli.directory, 'merges.jsonl'), lines.join('\n'))
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account)
  const { entries } = await cli.json('entry', 'list', '--account', account)
  await story(
    cli,
    account,
    Object.fromEntries(entries.map((entry: { title: string; id: string }) => [entry.title, entry.id])),
  )
}

const titlesOf = ({ entries }: { entries: { title: string }[] }) => entries.map(entry => entry.title)

test('drafts are queued for times of the schedule, moved, paused and removed', () =>
  withDrafts(async (cli, account, ids) => {
    const [csv, dark, search] = TITLES.map(title => ids[title] ?? '')
    if (!csv || !dark || !search) throw new Error('There are drafts.')
    const own = ['--account', account]
    assert.equal((await cli.run('entry', 'queue', csv)).code, 1)
    for (const day of ['monday', 'thursday'])
      await cli.json('schedule', 'add', ...own, '--day', day, '--time', '9:30')
    assert.equal((await cli.run('schedule', 'add', ...own, '--day', 'monday', '--time', '09:30')).code, 1)
    const { times, time_zone } = await cli.json('schedule', 'show', ...own)
    const { every, day, time, takes } = times[0]
    assert.deepEqual([time_zone, times.length], ['UTC', 2])
    assert.deepEqual([every, day, time, takes], ['week', 'monday', '09:30', 'entry'])
    for (const id of [csv, dark, search]) {
      const queued = await cli.json('entry', 'queue', id)
      assert.deepEqual([queued.state, queued.on_schedule, queued.late], ['queued', true, false])
    }
    const { moved } = await cli.json('queue', 'move', search, '--before', csv)
    assert.deepEqual(
      moved.map((entry: { id: string }) => entry.id),
      [search, csv, dark],
    )
    assert.deepEqual(titlesOf(await cli.json('queue', 'list', ...own)), [
      ...['Search by customer', 'Export reports as CSV', 'Add a dark theme'],
    ])
    const late = new Date(Date.now() + 400 * 86_400_000).toISOString()
    assert.equal((await cli.json('entry', 'queue', search, '--at', late)).queued_for, late)
    const [first] = titlesOf(await cli.json('queue', 'list', ...own))
    assert.equal(first, 'Export reports as CSV')
    assert.equal((await cli.json('entry', 'unqueue', dark)).state, 'draft')
    const { paused } = await cli.json('schedule', 'pause', ...own)
    assert.deepEqual([paused[0].queue, paused[0].paused_by], ['all', 'command-line'])
    assert.match(
      (await cli.run('queue', 'list', ...own)).out,
      /^paused since .*: all\n.*schedule .*CSV\n.*own time /,
    )
    assert.deepEqual((await cli.json('schedule', 'resume', ...own)).paused, [])
    for (const wrong of [
      ['queue', 'move', csv],
      ['queue', 'move', csv, '--last', '--before', dark],
      ['entry', 'queue', dark, '--at', '2020-01-01'],
      ['entry', 'queue', dark, '--at', 'soon'],
    ])
      assert.equal((await cli.run(...wrong)).code, 2, wrong.join(' '))
    assert.equal((await cli.run('schedule', 'pause', ...own, '--set', 'nothing')).code, 1)
  }))

test('changing the time zone or the schedule reschedules the queue and prints what moved and what stayed', () =>
  withDrafts(async (cli, account, ids) => {
    const [csv = '', dark = ''] = TITLES.map(title => ids[title])
    const own = ['--account', account]
    const added = await cli.json('schedule', 'add', ...own, '--day', 'monday', '--time', '09:30')
    await cli.json('entry', 'queue', csv, '--next')
    const at = new Date(Date.now() + 3_600_000).toISOString()
    await cli.json('entry', 'queue', dark, '--at', at)
    const set = await cli.json('account', 'set', ...own, '--time-zone', 'asia/kathmandu')
    assert.equal(set.time_zone, 'Asia/Kathmandu')
    assert.deepEqual(
      [set.moved[0].title, set.stayed],
      ['Export reports as CSV', [{ id: dark, title: 'Add a dark theme', queued_for: at }]],
    )
    assert.match(set.moved[0].queued_for, /T03:45:00.000Z$/)
    const removed = await cli.json('schedule', 'remove', added.time_id, ...own)
    assert.deepEqual([removed.moved, removed.stayed.length], [[], 2])
    assert.match((await cli.run('account', 'set', ...own)).out, /Asia\/Kathmandu\nlanguage {3}en\n/)
    assert.match((await cli.run('schedule', 'show', ...own)).out, /^No times.*\n.*Kathmandu\n/)
    for (const wrong of [
      ['account', 'set', '--time-zone', 'Mars'],
      ['account', 'set', '--language', '?'],
      ['schedule', 'set', '--since', '2026-01-01'],
      ['schedule', 'add', '--every', 'release', '--takes', 'entry'],
      ['schedule', 'add', '--day', 'monday'],
      ['schedule', 'add', '--every', 'day', '--day', 'monday', '--time', '9:30'],
    ])
      assert.equal((await cli.run(...wrong, ...own)).code, 2, wrong.join(' '))
  }))

test('a policy is shown and set', () =>
  withDrafts(async (cli, account) => {
    const own = ['--account', account]
    const shown = await cli.json('policy', 'show', ...own)
    assert.deepEqual([shown.mode, shown.least_magnitude, shown.least_confidence], ['review', 'minor', 'high'])
    assert.equal((await cli.run('policy', 'show', ...own)).out, 'Every entry needs approval.\n')
    const set = await cli.json('policy', 'set', ...own, '--automatic', '--kind', 'fix', '--kind', 'feature')
    assert.deepEqual([set.mode, set.kinds], ['automatic', ['feature', 'fix']])
    assert.deepEqual(await cli.json('policy', 'show', ...own), set)
    // Entries that already wait are left to a person.
    const { entries } = await cli.json('entry', 'list', ...own)
    assert.ok(entries.every((entry: { state: string }) => entry.state === 'draft'))
    for (const wrong of [[], ['--review', '--automatic'], ['--kind', 'novel'], ['--magnitude', 'big']])
      assert.equal((await cli.run('policy', 'set', ...own, ...wrong)).code, 2)
  }))
