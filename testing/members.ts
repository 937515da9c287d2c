import assert from 'node:assert/strict'
import type { ActionContext } from '#accounts/activity.ts'
import { addMember } from '#accounts/members.ts'
import { createPerson } from '#accounts/people.ts'
import type { Role } from '#accounts/roles.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import type { Tx } from '#platform/db/schema.ts'
import { aDashboardClient, type DashboardClient } from './dashboard-client.ts'
import type { TestService } from './service.ts'

export const testAction = ({ service, clock }: TestService): ActionContext => ({
  clock,
  ids: service.ids,
  actor: 'test',
})

/** A new person, signed in by a link. They are a member of the account unless the role is null. */
export async function aMember(
  it: TestService,
  email: string,
  role: Role | null,
  accountId = it.account.id,
): Promise<DashboardClient> {
  const { db, ids } = it.service
  const secret = await db.write(async tx => {
    const person = await createPerson(tx, it.clock, ids, { name: '', email, passwordHash: null })
    if (role) await addMember(tx, testAction(it), accountId, person, role)
    return createSignInLink(tx, it.service, email, 5)
  })
  const visitor = aDashboardClient(it)
  assert.equal((await visitor.post('/app/api/sign-in/link', { secret })).status, 200)
  return visitor
}

export const personId = async (visitor: DashboardClient): Promise<string> =>
  (await visitor.get('/app/api/me')).json.person.id

/** Makes every invitation one that was sent by mail and shown to nobody. */
export async function withInvitationsMailed(tx: Tx): Promise<void> {
  const data = JSON.stringify({ role: 'viewer', byMail: true, invitedBy: 'somebody' })
  await tx.updateTable('ticket').set({ data }).where('purpose', '=', 'invitation').execute()
}
