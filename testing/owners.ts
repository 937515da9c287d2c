import assert from 'node:assert/strict'
import { createSetUpLink } from '#accounts/set-up.ts'
import { aDashboardClient, type DashboardClient } from '#testing/dashboard-client.ts'
import type { TestService } from '#testing/service.ts'

export const PASSWORD = 'correct horse battery'

/** The secret of the set-up link. */
export async function setUpSecret(it: TestService): Promise<string> {
  const secret = await createSetUpLink(it.service.db, it.clock)
  assert.ok(secret)
  return secret
}

/** The form that the set-up page sends. */
export const setUpForm = (secret: string, more: object = {}) => ({
  secret,
  name: 'Ada',
  email: 'ada@example.com',
  password: PASSWORD,
  accountName: '',
  ...more,
})

/** A visitor who set themselves up as the first owner. */
export async function anOwner(it: TestService): Promise<DashboardClient> {
  const visitor = aDashboardClient(it)
  const { status } = await visitor.post('/app/api/set-up', setUpForm(await setUpSecret(it)))
  assert.equal(status, 200)
  return visitor
}
