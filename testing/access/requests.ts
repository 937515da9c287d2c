import { ROLES, type Role } from '#accounts/roles.ts'
import { createToken, type NewToken, revokeToken } from '#auth/tokens.ts'
import { aDashboardClient, type DashboardClient, type DashboardResponse } from '../dashboard-client.ts'
import { aMember } from '../members.ts'
import { PASSWORD } from '../owners.ts'
import { halfSignedIn, withSecondFactor } from '../second-factor.ts'
import type { TestService } from '../service.ts'
import { createOtherAccount, type OtherAccount } from './other-account.ts'
import { OTHER_ACCOUNT_IDS } from './path-ids.ts'
import type { RouteRule } from './rule.ts'

/** Every kind of caller that the routes are tested with. */
export interface Callers {
  otherAccount: OtherAccount
  anonymous: DashboardClient
  /** The members of the service's own account, signed in, by their role. */
  members: Record<Role, DashboardClient>
  /** Callers without a valid session: the session has expired or was ended, or the person has given a password but no code yet. */
  signedOut: DashboardClient[]
  tokens: { api: string; mcp: string; expired: string; revoked: string; withoutScope: string }
}

const DAY = 86_400_000

export async function createCallers(it: TestService): Promise<Callers> {
  const otherAccount = await createOtherAccount(it)
  const [viewer, writer, publisher, owner] = await Array.fromAsync(ROLES, role =>
    aMember(it, `${role}@example.com`, role),
  )
  if (!viewer || !writer || !publisher || !owner) throw new Error('There are four roles.')
  return {
    otherAccount,
    anonymous: aDashboardClient(it),
    members: { viewer, writer, publisher, owner },
    signedOut: [await expiredMember(it), await signedOutMember(it), await halfSignedInMember(it)],
    tokens: await createTokens(it),
  }
}

export async function signedInBy(it: TestService, secret: string): Promise<DashboardClient> {
  const visitor = aDashboardClient(it)
  const { status } = await visitor.post('/app/api/sign-in/link', { secret })
  if (status !== 200) throw new Error(`A sign-in link was answered with ${status}.`)
  return visitor
}

async function expiredMember(it: TestService): Promise<DashboardClient> {
  const visitor = await aMember(it, 'expired@example.com', 'owner')
  const person = (await visitor.get('/app/api/me')).json.person.id
  const ended = { expires_at: Date.now() - 1_000 }
  await it.service.db.write(tx =>
    tx.updateTable('session').set(ended).where('person_id', '=', person).execute(),
  )
  return visitor
}

/** A visitor with the cookie of a session that was ended, as a thief would have. */
async function signedOutMember(it: TestService): Promise<DashboardClient> {
  const visitor = await aMember(it, 'ended@example.com', 'owner')
  const thief = aDashboardClient(it, visitor.cookie())
  await visitor.post('/app/auth/sign-out')
  return thief
}

/** An owner who gave the password and is asked for a code. */
async function halfSignedInMember(it: TestService): Promise<DashboardClient> {
  const email = 'half@example.com'
  const visitor = await aMember(it, email, 'owner')
  await visitor.post('/app/api/me/password', { password: PASSWORD, current: null })
  await withSecondFactor(it, visitor)
  return halfSignedIn(it, email)
}

async function createTokens(it: TestService): Promise<Callers['tokens']> {
  const { db, ids } = it.service
  const keeper = { clock: it.clock, ids, actor: 'test' }
  const make = (more: Partial<NewToken>) =>
    db.write(tx =>
      createToken(tx, keeper, it.account.id, { name: 'test', audience: 'api', expiresAt: null, ...more }),
    )
  const expired = await make({ expiresAt: it.clock.now() + DAY })
  it.clock.advance(2 * DAY)
  const revoked = await make({})
  await db.write(tx => revokeToken(tx, keeper, revoked.token.id, it.account.id))
  return {
    api: (await make({})).text,
    mcp: (await make({ audience: 'mcp' })).text,
    expired: expired.text,
    revoked: revoked.text,
    withoutScope: (await make({ scope: 'something:else' })).text,
  }
}

export const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })

/** The names of the parameters in a path. */
export const paramsIn = (route: string): string[] =>
  [...route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

/** A request for a route, with the neighbour's ids; `account` takes the place of the neighbour's account. */
export interface RouteRequest {
  route: string
  line: RouteRule
  otherAccount: OtherAccount
  /** The public id of an account that the path names in place of the neighbour's. */
  account?: string
}

export function requestRoute(
  visitor: DashboardClient,
  { route, line, otherAccount, account }: RouteRequest,
  headers: Record<string, string> = {},
): Promise<DashboardResponse> {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern
    .replaceAll(/:(\w+)/g, (_, name) =>
      name === 'account' && account ? account : (OTHER_ACCOUNT_IDS[name]?.(otherAccount) ?? 'unknown'),
    )
    .replace('*', 'nothing')
  const body = typeof line.body === 'function' ? line.body(otherAccount) : line.body
  const asked = path + (line.query ?? '')
  return visitor.send(line.method ?? method.replace('ALL', 'GET'), asked, body, {
    ...line.headers,
    ...headers,
  })
}
