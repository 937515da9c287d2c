import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

test('a token is created, shown once, listed by its first characters and revoked', async () => {
  using cli = aCommandLine()
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  const made = await cli.json('token', 'create', '--account', account_id, '--name', 'Sales assistant')
  assert.deepEqual(Object.keys(made), ['token_id', 'token'])
  const plain = await cli.run(
    ...[
      'token',
      'create',
      '--account',
      account_id,
      '--name',
      'Brief',
      '--for',
      'mcp',
      '--expires-in-days',
      '7',
    ],
  )
  assert.match(plain.out, /^tid_[0-9A-Za-z]{36}\n$/)
  const { tokens } = await cli.json('token', 'list', '--account', account_id)
  const shown = tokens.map(
    (it: Record<string, string>) => `${it.name} ${it.for} ${it.state} ${it.last_used_at}`,
  )
  assert.deepEqual(shown.toSorted(), ['Brief mcp active null', 'Sales assistant api active null'])
  const brief = tokens.find((it: { name: string }) => it.name === 'Brief')
  const days = (Date.parse(brief.expires_at) - Date.parse(brief.created_at)) / 86_400_000
  assert.equal(days.toFixed(3), '7.000')
  const listed = await cli.run('token', 'list', '--account', account_id)
  assert.ok(listed.out.includes(`${made.token.slice(0, 10)}…`) && !listed.out.includes(made.token))
  const revoked = await cli.json('token', 'revoke', made.token_id)
  assert.deepEqual([revoked.token_id, revoked.state], [made.token_id, 'revoked'])
})

test('an invalid option is refused, and a token pasted as an id is not echoed', async () => {
  using cli = aCommandLine()
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  const create = (...more: string[]) => cli.run('token', 'create', '--account', account_id, ...more)
  for (const more of [
    [],
    ['--name', 'x', '--for', 'web'],
    ['--name', 'x', '--expires-in-days', '0'],
    ['--name', 'x', '--expires-in-days', '1.5'],
  ]) {
    assert.equal((await create(...more)).code, 2, more.join(' '))
  }
  const { token } = await cli.json('token', 'create', '--account', account_id, '--name', 'x')
  const refused = await cli.run('token', 'revoke', token)
  assert.equal(refused.code, 1)
  assert.doesNotMatch(refused.err + refused.out, /tid_/)
})
