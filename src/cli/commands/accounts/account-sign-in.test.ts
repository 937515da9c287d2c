import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

const OIDC = {
  TIDINGS_OIDC_ISSUER: 'https://login.example.com',
  TIDINGS_OIDC_CLIENT_ID: 'tidings',
  TIDINGS_OIDC_CLIENT_SECRET: 'secret',
}

test('the operator requires single sign-on for an account, and takes it back', async () => {
  using cli = aCommandLine()
  const { account_id } = await cli.json('account', 'create', '--name', 'Acme')
  const signIn = ['account', 'sign-in', '--account', account_id]
  assert.match((await cli.run(...signIn, '--require-single-sign-on')).err, /No provider is configured/)
  Object.assign(cli.env, OIDC)
  const required = await cli.json(...signIn, '--require-single-sign-on')
  assert.equal(required.requires_single_sign_on, true)
  assert.equal((await cli.json(...signIn)).requires_single_sign_on, true)
  const free = await cli.json(...signIn, '--no-require-single-sign-on')
  assert.equal(free.requires_single_sign_on, false)
})
