import { acceptInvitationsTo } from '#accounts/invitations.ts'
import { type MembershipContext, membershipsOf } from '#accounts/members.ts'
import { createPerson, type Person, personByEmail, proveAddress } from '#accounts/people.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { addressKey, addressOrNull } from '#platform/mail/address.ts'
import type { Identity } from './provider.ts'

const PROVIDER = 'oidc'

/** Why nobody was signed in: the provider does not vouch for the address, or no member or invitation has it. */
export type Refusal = 'unverified' | 'unknown'

/**
 * The person of an identity. Who signed in with it before is known by its subject, whatever their address is now. Of anybody else, an
 * address that the provider has verified decides: it is that of a person, or of an invitation, which makes one. A person without an
 * account accepts the invitations to that address.
 */
export async function admit(
  tx: Tx,
  keeper: MembershipContext,
  identity: Identity,
): Promise<Person | Refusal> {
  const email = provenAddressOf(identity)
  const person = (await personByIdentity(tx, identity)) ?? (await linkByAddress(tx, keeper, identity, email))
  if (typeof person === 'string') return person
  if (person.email === email && (await membershipsOf(tx, person.id)).length === 0)
    await acceptInvitationsTo(tx, keeper, person)
  return person
}

function provenAddressOf({ email, isProven }: Identity): string | null {
  const address = email === null ? null : addressOrNull(email)
  return isProven && address !== null ? addressKey(address) : null
}

async function linkByAddress(
  tx: Tx,
  keeper: MembershipContext,
  identity: Identity,
  email: string | null,
): Promise<Person | Refusal> {
  if (email === null) return 'unverified'
  await proveAddress(tx, keeper.clock, email)
  const person = (await personByEmail(tx, email)) ?? (await newcomer(tx, keeper, email, identity))
  if (person === null) return 'unknown'
  await link(tx, keeper, person, identity)
  return person
}

async function newcomer(
  tx: Tx,
  keeper: MembershipContext,
  email: string,
  { name }: Identity,
): Promise<Person | null> {
  const { clock, ids } = keeper
  const invitation = await tx
    .selectFrom('invitation')
    .select('id')
    .where('email', '=', email)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return invitation ? createPerson(tx, clock, ids, { name, email, passwordHash: null }) : null
}

/** Subjects are unique at their issuer only, and the operator may change to another one. An issuer has no fragment. */
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

async function link(
  tx: Tx,
  { clock, ids }: MembershipContext,
  { id }: Person,
  identity: Identity,
): Promise<void> {
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
