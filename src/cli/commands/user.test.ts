import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '#platform/db/open.ts'
import { aDesk } from '#testing/command-line.ts'

async function aTeam(context: TestContext) {
  const desk = aDesk()
  context.after(() => desk.clear())
  const { account_id } = await desk.json('account', 'create', '--name', 'Acme')
  const words = ['user', 'create', '--email', 'Bo@Example.com', '--account', account_id, '--role', 'writer']
  return { desk, words }
}

test('somebody is let in with a link, which is stored as a hash alone', async context => {
  const { desk, words } = await aTeam(context)
  const { user_id, link } = await desk.json(...words)
  assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/app\/sign-in\/link#[\w-]{43}$/)
  const db = await openDatabase(
    { engine: 'sqlite', file: `${desk.directory}/data/tidings.db` },
    { migrate: false },
  )
  context.after(() => db.close())
  const member = await db.read
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['person.id', 'email', 'role'])
    .executeTakeFirstOrThrow()
  assert.deepEqual({ ...member }, { id: user_id, email: 'bo@example.com', role: 'writer' })
  const stored = await db.read.selectFrom('verification').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(link.split('#')[1]))
  const { code, err } = await desk.run(...words)
  assert.deepEqual([code, /member already/.test(err)], [1, true])
})

test('somebody is let in with a password that is piped in', async context => {
  const { desk, words } = await aTeam(context)
  desk.stdin = Readable.from([Buffer.from('correct horse '), Buffer.from('battery\nmore')])
  const { code, out } = await desk.run(...words)
  assert.deepEqual([code, out], [0, 'bo@example.com can sign in with that password.\n'])
  desk.stdin = Readable.from([Buffer.from('short\n')])
  const refused = await desk.run(...words.map(word => word.replace('Bo@', 'cy@')))
  assert.match(refused.err, /10 to 128 characters/)
})

test('a pipe that stays silent keeps nobody waiting', async context => {
  const { desk, words } = await aTeam(context)
  const running = desk.start(...words, '--json')
  assert.equal((await running.ended).code, 0)
  assert.match((await running.ended).out, /sign-in\/link#/)
})

test('what is missing or no role is said', async context => {
  const { desk, words } = await aTeam(context)
  for (const [word, more] of [
    ['--role', /Give the role/],
    ['--email', /Give the e-mail address/],
  ] as const) {
    const at = words.indexOf(word)
    const { code, err } = await desk.run(...words.toSpliced(at, 2))
    assert.equal(code, 2)
    assert.match(err, more)
  }
  const { err } = await desk.run(...words.slice(0, -1), 'king')
  assert.match(err, /viewer, writer, publisher, owner/)
})
