import { createToken, type NewToken, revokeToken } from '#accounts/auth/tokens.ts'
import { ROLES, type Role } from '#accounts/members.ts'
import { aMember } from '../members.ts'
import type { TestedService } from '../service.ts'
import { aVisitor, type PageAnswer, type Visitor } from '../visitor.ts'
import { type Line, NEIGHBOURS_IDS } from './lines.ts'
import { aNeighbour, type Neighbour } from './neighbour.ts'

/** Everybody who might ask. */
export interface Cast {
  neighbour: Neighbour
  nobody: Visitor
  /** Signed in, each with their role in the service's own account. */
  members: Record<Role, Visitor>
  /** Who was signed in, and is not any more: the session ran out, or was ended. */
  past: Visitor[]
  tokens: { api: string; mcp: string; expired: string; revoked: string; withoutScope: string }
}

const DAY = 86_400_000

export async function aCast(it: TestedService): Promise<Cast> {
  const neighbour = await aNeighbour(it)
  const [viewer, writer, publisher, owner] = await Array.fromAsync(ROLES, role =>
    aMember(it, `${role}@example.com`, role),
  )
  if (!viewer || !writer || !publisher || !owner) throw new Error('There are four roles.')
  return {
    neighbour,
    nobody: aVisitor(it),
    members: { viewer, writer, publisher, owner },
    past: [await anExpired(it), await anEnded(it)],
    tokens: await someTokens(it),
  }
}

export async function entered(it: TestedService, secret: string): Promise<Visitor> {
  const visitor = aVisitor(it)
  const { status } = await visitor.post('/app/api/sign-in/link', { secret })
  if (status !== 200) throw new Error(`A sign-in link was answered with ${status}.`)
  return visitor
}

async function anExpired(it: TestedService): Promise<Visitor> {
  const visitor = await aMember(it, 'expired@example.com', 'owner')
  const person = (await visitor.get('/app/api/me')).json.person.id
  const ended = { expires_at: Date.now() - 1_000 }
  await it.service.db.write(tx =>
    tx.updateTable('session').set(ended).where('person_id', '=', person).execute(),
  )
  return visitor
}

/** The cookie is kept, as a thief would. */
async function anEnded(it: TestedService): Promise<Visitor> {
  const visitor = await aMember(it, 'ended@example.com', 'owner')
  const thief = aVisitor(it, visitor.cookie())
  await visitor.post('/app/auth/sign-out')
  return thief
}

async function someTokens(it: TestedService): Promise<Cast['tokens']> {
  const { db, ids } = it.service
  const keeper = { clock: it.clock, ids, actor: 'test' }
  const make = (more: Partial<NewToken>) =>
    db.write(tx =>
      createToken(tx, keeper, it.account.id, { name: 'test', audience: 'api', expiresAt: null, ...more }),
    )
  const expired = await make({ expiresAt: it.clock.now() + DAY })
  it.clock.advance(2 * DAY)
  const revoked = await make({})
  await db.write(tx => revokeToken(tx, keeper, revoked.token.id))
  return {
    api: (await make({})).text,
    mcp: (await make({ audience: 'mcp' })).text,
    expired: expired.text,
    revoked: revoked.text,
    withoutScope: (await make({ scope: 'something:else' })).text,
  }
}

export const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })

/** The names that stand in a path. */
export const namesIn = (route: string): string[] =>
  [...route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

/** A request for a route: with the neighbour's ids, or with the neighbour's but in this account. */
export interface Asking {
  route: string
  line: Line
  neighbour: Neighbour
  /** In place of the neighbour's own. */
  account?: string
}

export function ask(
  visitor: Visitor,
  { route, line, neighbour, account }: Asking,
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern
    .replaceAll(/:(\w+)/g, (_, name) =>
      name === 'account' && account ? account : (NEIGHBOURS_IDS[name]?.(neighbour) ?? 'unknown'),
    )
    .replace('*', 'nothing')
  const body = typeof line.body === 'function' ? line.body(neighbour) : line.body
  const asked = path + (line.query ?? '')
  return visitor.send(line.method ?? method.replace('ALL', 'GET'), asked, body, {
    ...line.headers,
    ...headers,
  })
}
