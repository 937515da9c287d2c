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

test('members and invitations are listed with the ids that other commands take', async context => {
  const { cli, words } = await aTeam(context)
  const account = ['--account', words[words.indexOf('--account') + 1] ?? '']
  assert.match((await cli.run('member', 'list', ...account)).out, /^Nobody can sign in/)
  const { user_id } = await cli.json(...words)
  await cli.run('invitation', 'send', ...account, '--email', 'cy@example.com', '--role', 'viewer')
  const { members, invitations } = await cli.json('member', 'list', ...account)
  assert.deepEqual(
    [members[0].id, members[0].role, invitations[0].email],
    [user_id, 'writer', 'cy@example.com'],
  )
  await cli.json('member', 'role', user_id, ...account, '--role', 'owner')
  await cli.json('invitation', 'withdraw', invitations[0].id, ...account)
  assert.equal((await cli.run('member', 'list', ...account)).out, `${user_id}  owner      bo@example.com\n`)
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

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const BO = ['--email', 'Bo@Example.com']

/** An account with Bo, who is signed in on two devices. */
async function signedInTwice() {
  const cli = aCommandLine()
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  const { user_id } = await cli.json('user', 'create', ...BO, '--account', account_id, '--role', 'writer')
  const db = await openDatabase(
    { engine: 'sqlite', file: `${cli.directory}/data/tidings.db` },
    { migrate: false },
  )
  const now = Date.now()
  const shared = { person_id: user_id, expires_at: now + 60_000, linked_at: null, created_at: now }
  for (const [id, agent, address] of [
    ['laptop', FIREFOX, '192.0.2.1'],
    ['phone', null, null],
  ] as const)
    await db.write(tx =>
      tx
        .insertInto('session')
        .values({ ...shared, id, token: id, user_agent: agent, ip_address: address, updated_at: now })
        .execute(),
    )
  await db.close()
  return cli
}

test('the operator ends one session of a person, then all', async () => {
  using cli = await signedInTwice()
  const { sessions } = await cli.json('user', 'sessions', ...BO)
  assert.deepEqual(
    sessions.map((one: Record<string, unknown>) => [one.session_id, one.device, one.address]),
    [
      ['laptop', 'Firefox on Linux', '192.0.2.1'],
      ['phone', 'A browser', null],
    ],
  )
  const one = await cli.run('user', 'sign-out', ...BO, '--session', 'laptop')
  assert.equal(one.out, 'bo@example.com is signed out there.\n')
  assert.match((await cli.run('user', 'sessions', ...BO)).out, /^phone {2}last seen \S+ {2}A browser\n$/)
  const again = await cli.run('user', 'sign-out', ...BO, '--session', 'laptop')
  assert.deepEqual([again.code, /already ended/.test(again.err)], [1, true])
  await cli.run('user', 'sign-out', ...BO)
  assert.equal((await cli.run('user', 'sessions', ...BO)).out, 'bo@example.com is signed in nowhere.\n')
})

test('the operator makes a sign-in link for a person, and for nobody else', async () => {
  using cli = await signedInTwice()
  const { link } = await cli.json('user', 'link', ...BO)
  assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/app\/sign-in\/link#[\w-]{43}$/)
  const unknown = await cli.run('user', 'link', '--email', 'cy@example.com')
  assert.deepEqual([unknown.code, /Nobody signs in/.test(unknown.err)], [1, true])
})
