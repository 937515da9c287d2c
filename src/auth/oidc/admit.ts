import type { ActionContext } from '#accounts/activity.ts'
import { acceptInvitationsTo, invitationsTo } from '#accounts/invitations.ts'
import { membershipsOf } from '#accounts/members.ts'
import { createPerson, type Person, personByEmail, proveAddress } from '#accounts/people.ts'
import type { Billing } from '#accounts/plan.ts'
import { type Place, placeByDomain, takePlace } from '#auth/domains/join.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import type { WriteContext } from '#platform/ids.ts'
import { addressKey, addressOrNull } from '#platform/mail/address.ts'
import type { Identity } from './provider.ts'

const PROVIDER = 'oidc'

/** Why nobody was signed in: the provider does not confirm the address, no member or invitation has it, or no seat is left for it. */
export type Refusal = 'unverified' | 'unknown' | 'full'

export interface Admitted {
  person: Person
  /** Whether the account that their address would join has no seat for them. */
  isTurnedAway: boolean
}

/**
 * The person of an identity. Somebody who signed in with it before is recognised by its subject, whatever their address is now. For anybody
 * else, an address that the provider has verified decides: it belongs to a person, or to an invitation or a domain that joins an account,
 * and then a person is created. A person without an account accepts the invitations to that address. Their domain makes anybody a member.
 */
export async function admit(
  tx: Tx,
  action: ActionContext,
  billing: Billing,
  identity: Identity,
): Promise<Admitted | Refusal> {
  const email = provenAddressOf(identity)
  const known = (await personByIdentity(tx, identity)) ?? (await linkByAddress(tx, action, identity, email))
  const place = email === null ? null : await placeByDomain(tx, action, billing, email, known)
  const person = known ?? (await newcomer(tx, action, identity, email, place))
  if (typeof person === 'string') return person
  if (person.email === email && (await membershipsOf(tx, person.id)).length === 0)
    await acceptInvitationsTo(tx, action, person)
  if (place !== null && place !== 'full') await takePlace(tx, action, person, place)
  const isTurnedAway = place === 'full'
  if (isTurnedAway && (await membershipsOf(tx, person.id)).length === 0) return 'full'
  return { person, isTurnedAway }
}

function provenAddressOf({ email, isProven }: Identity): string | null {
  const address = email === null ? null : addressOrNull(email)
  return isProven && address !== null ? addressKey(address) : null
}

/** Links the identity to the person who has the address. */
async function linkByAddress(
  tx: Tx,
  action: ActionContext,
  identity: Identity,
  email: string | null,
): Promise<Person | null> {
  if (email === null) return null
  await proveAddress(tx, action.clock, email)
  const person = await personByEmail(tx, email)
  if (person) await link(tx, action, person, identity)
  return person
}

/** Creates a person if an account has a place for them. */
async function newcomer(
  tx: Tx,
  action: ActionContext,
  identity: Identity,
  email: string | null,
  place: Place | 'full' | null,
): Promise<Person | Refusal> {
  if (email === null) return 'unverified'
  const { clock, ids } = action
  if ((place === null || place === 'full') && (await invitationsTo(tx, email, clock.now())).length === 0)
    // Another sign-in of the same person may have used the invitation in the meantime.
    return (await personByIdentity(tx, identity)) ?? place ?? 'unknown'
  const person = await createPerson(tx, clock, ids, { name: identity.name, email, passwordHash: null })
  await link(tx, action, person, identity)
  return person
}

/**
 * The stored subject. Subjects are unique only at their issuer, and the operator may change to another one.
 * An issuer's address has no fragment.
 */
const subjectOf = ({ issuer, subject }: Identity): string => `${issuer}#${subject}`

async function personByIdentity(db: Reader, identity: Identity): Promise<Person | null> {
  const row = await db
    .selectFrom('credential')
    .innerJoin('person', 'person.id', 'credential.person_id')
    .select(['person.id', 'person.name', 'person.email'])
    .where('credential.provider', '=', PROVIDER)
    .where('credential.subject', '=', subjectOf(identity))
    .executeTakeFirst()
  return row ?? null
}

async function link(tx: Tx, { clock, ids }: WriteContext, { id }: Person, identity: Identity): Promise<void> {
  const now = clock.now()
  await tx
    .insertInto('credential')
    .values({
      id: ids.next(),
      person_id: id,
      provider: PROVIDER,
      subject: subjectOf(identity),
      password: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
