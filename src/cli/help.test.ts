import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { commandNames } from './commands/index.ts'
import { FIRST_COMMANDS, HEADINGS } from './help.ts'

const cli = aCommandLine()
after(() => cli.remove())

async function said(...words: string[]): Promise<string> {
  const { code, out, err } = await cli.run(...words)
  assert.deepEqual([code, err], [0, ''])
  return out
}

test('the help names ten commands to begin with, and the word that every other begins with', async () => {
  const help = await said('--help')
  const first = Object.values(FIRST_COMMANDS).flat()
  assert.equal(first.length, 10)
  for (const name of first) assert.equal(help.match(new RegExp(`^  ${name}  `, 'gm'))?.length, 1, name)
  const [, rest = ''] = help.split('All commands begin with one of these words\n')
  const words: string[] = rest.match(/[a-z-]+(?=,|$)/gm) ?? []
  for (const name of await commandNames()) assert.ok(words.includes(name.split(' ')[0] ?? ''), name)
  assert.match(help, /"tidings help --all" lists all commands\./)
  assert.ok(help.split('\n').length < 45, 'it fits on a screen')
  assert.ok(help.split('\n').every(line => line.length <= 100))
  for (const words of [[], ['help'], ['-h']]) assert.equal(await said(...words), help)
})

test('help --all lists every command once under eleven headings, the common ones first', async () => {
  const help = await said('help', '--all')
  for (const name of await commandNames())
    assert.equal(help.match(new RegExp(`^  ${name}  `, 'gm'))?.length, 1, name)
  const names = await commandNames()
  for (const group of Object.values(HEADINGS).flat())
    assert.ok(
      names.some(name => name.split(' ')[0] === group),
      group,
    )
  assert.equal(Object.keys(HEADINGS).length, 11)
  const headings = help.match(/^[A-Z][a-z ]+$/gm) ?? []
  assert.deepEqual(headings, Object.keys(HEADINGS))
  assert.ok(help.indexOf('\n  entry publish') < help.indexOf('\n  doctor'))
  assert.ok(help.split('\n').every(line => line.length <= 100))
  assert.equal(await said('--help', '--all'), help)
})

test('a command group has its own help', async () => {
  const entries = await said('entry', '--help')
  assert.match(entries, /^tidings entry list --account ID/m)
  assert.match(entries, /^tidings entry publish ID/m)
  assert.doesNotMatch(entries, /account create/)
  assert.equal(await said('help', 'entry'), entries)
  assert.match(await said('account', '-h'), /^tidings account create --name NAME\n {4}Create an account/)
})

test('the help of a command is shown for every way of asking', async () => {
  const preview = await said('preview', '--help')
  assert.match(preview, /^Print the changelog .*\n\nUsage: tidings preview <git-dir>/)
  assert.equal(await said('help', 'preview'), preview)
  assert.equal(await said('help', 'entry', 'edit'), await said('entry', 'edit', '--help'))
  for (const unknown of [
    ['help', 'nope'],
    ['nope', '--help'],
    ['help', 'entry', 'nope'],
  ]) {
    const { code, err } = await cli.run(...unknown)
    assert.equal(code, 2)
    assert.match(err, /There is no command "(entry )?nope"/)
  }
})
