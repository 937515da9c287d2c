import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setPassword } from '#accounts/people.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { aCommandLine } from '#testing/command-line.ts'

async function aTeam(context: TestContext) {
  const cli = aCommandLine()
  context.after(() => cli.remove())
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  const words = ['user', 'create', '--email', 'Bo@Example.com', '--account', account_id, '--role', 'writer']
  return { cli, words }
}

test('a person signs in with a link, and only its hash is stored', async context => {
  const { cli, words } = await aTeam(context)
  const { user_id, link } = await cli.json(...words)
  assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/app\/sign-in\/link#[\w-]{43}$/)
  const db = await openDatabase(
    { engine: 'sqlite', file: `${cli.directory}/data/tidings.db` },
    { migrate: false },
  )
  context.after(() => db.close())
  const member = await db.read
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['person.id', 'email', 'role'])
    .executeTakeFirstOrThrow()
  assert.deepEqual({ ...member }, { id: user_id, email: 'bo@example.com', role: 'writer' })
  const stored = await db.read.selectFrom('ticket').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(link.split('#')[1]))
  const { code, err } = await cli.run(...words)
  assert.deepEqual([code, /already a member/.test(err)], [1, true])
})

test('a person signs in with a password from standard input', async context => {
  const { cli, words } = await aTeam(context)
  cli.stdin = Readable.from([Buffer.from('correct horse '), Buffer.from('battery\nmore')])
  const { code, out } = await cli.run(...words)
  assert.deepEqual([code, out], [0, 'bo@example.com can sign in with that password.\n'])
  cli.stdin = Readable.from([Buffer.from('short\n')])
  const refused = await cli.run(...words.map(word => word.replace('Bo@', 'cy@')))
  assert.match(refused.err, /10 to 128 characters/)
})

test('a silent standard input does not block the command', async context => {
  const { cli, words } = await aTeam(context)
  const running = cli.start(...words, '--json')
  assert.equal((await running.ended).code, 0)
  assert.match((await running.ended).out, /sign-in\/link#/)
})

test('missing options and unknown roles are reported', async context => {
  const { cli, words } = await aTeam(context)
  for (const [word, more] of [
    ['--role', /^Give --role viewer/],
    ['--email', /^Give --email ADDRESS\./],
  ] as const) {
    const at = words.indexOf(word)
    const { code, err } = await cli.run(...words.toSpliced(at, 2))
    assert.equal(code, 2)
    assert.match(err, more)
  }
  const { err } = await cli.run(...words.slice(0, -1), 'king')
  assert.match(err, /viewer, writer, publisher, owner/)
})

test('an address that somebody uses without proof is taken only when asked for, and ends their sign-in', async context => {
  const { cli, words } = await aTeam(context)
  await cli.json(...words)
  const { account_id: other } = await cli.json('account', 'create', '--name', 'Other')
  const again = words.map(word => (word === words[5] ? other : word))
  const db = await openDatabase(
    { engine: 'sqlite', file: `${cli.directory}/data/tidings.db` },
    { migrate: false },
  )
  context.after(() => db.close())
  await db.write(async tx => {
    const { id } = await tx
      .updateTable('person')
      .set({ email_verified: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setPassword(tx, systemClock, randomIds, { id }, 'hash')
  })
  const passwords = () => db.read.selectFrom('credential').select('password').execute()
  const refused = await cli.run(...again)
  assert.deepEqual([refused.code, refused.out], [1, ''])
  assert.match(refused.err, /has not shown that the address is theirs.*--existing/)
  assert.equal((await db.read.selectFrom('membership').selectAll().execute()).length, 1)
  assert.equal((await passwords()).length, 1)
  const taken = await cli.run(...again, '--existing')
  assert.match(taken.out, /sign-in\/link#/)
  assert.match(taken.err, /bo@example\.com could sign in already, and is now also writer of Other\./)
  assert.deepEqual(await passwords(), [])
  assert.equal((await db.read.selectFrom('membership').selectAll().execute()).length, 2)
})

test('a person who has proven their address is added to a further account, and the command says so', async context => {
  const { cli, words } = await aTeam(context)
  await cli.json(...words)
  const { account_id: other } = await cli.json('account', 'create', '--name', 'Other')
  const again = words.map(word => (word === words[5] ? other : word))
  const { code, err } = await cli.run(...again)
  assert.deepEqual(
    [code, err],
    [0, 'bo@example.com could sign in already, and is now also writer of Other.\n'],
  )
})
