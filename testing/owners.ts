import assert from 'node:assert/strict'
import { createSetUpLink } from '#accounts/set-up.ts'
import type { TestedService } from '#testing/service.ts'
import { aVisitor, type Visitor } from '#testing/visitor.ts'

export const PASSWORD = 'correct horse battery'

/** The secret of the set-up link. */
export async function offer(it: TestedService): Promise<string> {
  const secret = await createSetUpLink(it.service.db, it.clock)
  assert.ok(secret)
  return secret
}

/** What the set-up page sends. */
export const ownerWith = (secret: string, more: object = {}) => ({
  secret,
  name: 'Ada',
  email: 'ada@example.com',
  password: PASSWORD,
  accountName: '',
  ...more,
})

/** A visitor who set themselves up as the first owner. */
export async function anOwner(it: TestedService): Promise<Visitor> {
  const visitor = aVisitor(it)
  const { status } = await visitor.post('/app/api/set-up', ownerWith(await offer(it)))
  assert.equal(status, 200)
  return visitor
}
