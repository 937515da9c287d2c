import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#platform/db/open.ts'
import { aCommandLine } from '#testing/command-line.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const BO = ['--email', 'Bo@Example.com']

/** An account with Bo, who is signed in on two devices. */
async function aTeam() {
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
  using cli = await aTeam()
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
  using cli = await aTeam()
  const { link } = await cli.json('user', 'link', ...BO)
  assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/app\/sign-in\/link#[\w-]{43}$/)
  const unknown = await cli.run('user', 'link', '--email', 'cy@example.com')
  assert.deepEqual([unknown.code, /Nobody signs in/.test(unknown.err)], [1, true])
})
