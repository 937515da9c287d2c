import { emailFrom, erasePerson, forgetAddress, personByEmail } from '#accounts/people.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { ActionContext } from './activity.ts'
import { membershipsOf, removeMember } from './members.ts'

/**
 * Erases the person with an address from every account, and the address wherever it is stored. Returns the
 * number of accounts that they were in. Throws `conflict` if an account would have no owner.
 */
export async function eraseUser(tx: Tx, context: ActionContext, address: string): Promise<number> {
  const email = emailFrom(address)
  const person = await personByEmail(tx, email)
  const memberships = person ? await membershipsOf(tx, person.id) : []
  for (const { account } of memberships) await removeMember(tx, context, account.id, person?.id ?? '')
  if (person && memberships.length === 0) await erasePerson(tx, person)
  await forgetAddress(tx, null, email)
  await tx.deleteFrom('ticket').where('subject', '=', email).execute()
  await tx.deleteFrom('summary_subscription').where('address_key', '=', email).execute()
  await tx.deleteFrom('mail_suppression').where('address_key', '=', email).execute()
  return memberships.length
}
