import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addSecondFactor, renewRecoveryCodes } from '#auth/second-factor/store.ts'
import { openDatabase } from '#platform/db/open.ts'
import { aCommandLine } from '#testing/command-line.ts'
import { startMailServer } from '#testing/mail-server.ts'

const BO = ['--email', 'Bo@Example.com']
const SINCE = Date.parse('2026-03-02T09:00:00Z')

/** An account with Bo, who has a second factor. */
async function aTeam(env: Record<string, string> = {}) {
  const cli = aCommandLine(env)
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  const { user_id } = await cli.json('user', 'create', ...BO, '--account', account_id, '--role', 'writer')
  const file = `${cli.directory}/data/tidings.db`
  const db = await openDatabase({ engine: 'sqlite', file }, { migrate: false })
  await db.write(async tx => {
    const clock = { now: () => SINCE }
    await addSecondFactor(tx, clock, user_id, { secret: 'sealed', lastStep: 0 })
    await renewRecoveryCodes(tx, clock, user_id)
  })
  await db.close()
  return cli
}

test('the operator sees the second factor of a person, and turns it off', async () => {
  using cli = await aTeam()
  const command = ['user', 'second-factor', ...BO]
  const shown = await cli.json(...command)
  assert.deepEqual([shown.since, shown.recovery_codes], ['2026-03-02T09:00:00.000Z', 10])
  assert.match(
    (await cli.run(...command)).out,
    /^bo@example\.com has had .* and 10 recovery codes are left\.\n$/,
  )
  const { code, out, err } = await cli.run(...command, '--off')
  assert.deepEqual(
    [code, out, err],
    [
      0,
      'bo@example.com signs in without a second factor now.\n',
      'No mail is configured: tell bo@example.com yourself.\n',
    ],
  )
  assert.equal((await cli.run(...command)).out, 'bo@example.com has no two-factor authentication.\n')
  const again = await cli.run(...command, '--off')
  assert.deepEqual([again.code, /no second factor to turn off/.test(again.err)], [1, true])
  assert.equal((await cli.run('user', 'second-factor', '--email', 'cy@example.com')).code, 1)
})

test('the person is told by mail, and it is off also when the mail is refused', async () => {
  await using mail = await startMailServer()
  const env = {
    TIDINGS_SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=off`,
    TIDINGS_MAIL_FROM: 'news@example.com',
  }
  const off = ['user', 'second-factor', ...BO, '--off']
  using cli = await aTeam(env)
  assert.equal((await cli.run(...off)).err, '')
  assert.deepEqual(
    mail.received.map(({ to }) => to),
    [['bo@example.com']],
  )
  assert.match(mail.received[0]?.raw ?? '', /Subject: Two-factor authentication was turned off/)

  mail.behave({ content: () => ({ code: 554, text: 'no' }) })
  using other = await aTeam(env)
  const { code, err } = await other.run(...off)
  assert.deepEqual([code, err], [0, 'bo@example.com could not be told: The mail server refuses this mail.\n'])
  assert.match((await other.run(...off.slice(0, -1))).out, /has no two-factor/)
})
