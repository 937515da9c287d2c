import { createAccount } from '../src/accounts/account.ts'
import type { ActionContext } from '../src/accounts/activity.ts'
import { invite } from '../src/accounts/invitations.ts'
import { addMember } from '../src/accounts/members.ts'
import { createPerson } from '../src/accounts/people.ts'
import type { Role } from '../src/accounts/roles.ts'
import type { Service } from '../src/app/service.ts'
import { createSignInLink, invitationAddress, signInAddress } from '../src/auth/sign-in-links.ts'
import { listEntries } from '../src/changelog/entries/list.ts'
import { addSampleCompany } from '../testing/sample-company.ts'
import type { Lifetime } from './checkout.ts'
import { runTidings } from './running.ts'

const LINK_MINUTES = 30
const NAMES: Record<Role, string> = {
  owner: 'Ada Lovelace',
  publisher: 'Bo Diddley',
  writer: 'Cy Twombly',
  viewer: 'Dora Maar',
}

/** A running service with the sample company, and an account in which nothing has happened yet. */
export interface SampleService {
  baseUrl: string
  account: string
  emptyAccount: string
  /** The id of a draft of the sample company. */
  entry: string
  /** The id of a social account of the sample company. */
  socialAccount: string
  /** A sign-in link for one person of each role. Each link works once. */
  links: Record<Role, string>
  invitation: string
}

export async function aSampleService(lifetime: Lifetime): Promise<SampleService> {
  const tidings = await runTidings(lifetime)
  return { baseUrl: tidings.baseUrl, ...(await fill(await tidings.service(), tidings.baseUrl)) }
}

async function fill(service: Service, baseUrl: string): Promise<Omit<SampleService, 'baseUrl'>> {
  const { db, clock, ids } = service
  const person = (role: Role) => ({
    name: NAMES[role],
    email: `${role}@northwind.example`,
    passwordHash: null,
  })
  const owner = await db.write(tx => createPerson(tx, clock, ids, person('owner')))
  const account = await addSampleCompany(service, owner.id)
  const [draft] = await listEntries(db.read, { accountId: account.id, state: 'draft' })
  const { id: socialAccount } = await db.read
    .selectFrom('social_account')
    .select('id')
    .where('account_id', '=', account.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const context: ActionContext = { clock, ids, actor: owner.id }
  return db.write(async tx => {
    const empty = await createAccount(tx, clock, ids, { name: 'Contoso' })
    const link = async (role: Role): Promise<[Role, string]> => {
      const member = role === 'owner' ? owner : await createPerson(tx, clock, ids, person(role))
      await addMember(tx, context, account.id, member, role)
      await addMember(tx, context, empty.id, member, role)
      return [role, signInAddress(baseUrl, await createSignInLink(tx, context, member.email, LINK_MINUTES))]
    }
    const links: [Role, string][] = []
    for (const role of ['owner', 'publisher', 'writer', 'viewer'] as const) links.push(await link(role))
    const emil = { email: 'emil@northwind.example', role: 'writer' as const, byMail: false }
    const invited = await invite(tx, context, 'none', account.id, emil)
    return {
      account: account.publicId,
      emptyAccount: empty.publicId,
      entry: draft?.entry.id ?? '',
      socialAccount,
      links: Object.fromEntries(links) as Record<Role, string>,
      invitation: invitationAddress(baseUrl, invited.secret),
    }
  })
}
