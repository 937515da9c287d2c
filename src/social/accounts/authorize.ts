import { listMembers } from '#accounts/members.ts'
import { requireSet } from '#accounts/sets.ts'
import { type Instant, MINUTE_MS } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type Ticket, Tickets } from '#platform/tickets.ts'
import type { SocialContext } from '#social/context.ts'
import type { NetworkName } from '#social/settings.ts'
import { appsOf, returnPath } from './apps.ts'
import { refused, storeConnection } from './connect.ts'
import { handleOf, type SocialAccount, socialAccountById } from './social-account.ts'

const LIFETIME_MS = 15 * MINUTE_MS

/** An unfinished sign-in on the pages of a network. Its secret is the `state` that the network sends back. */
interface Request {
  network: NetworkName
  setId: string | null
  /** The social account to reconnect; null for a new one. */
  reconnects: string | null
  /** What the network's code needs to finish, as JSON. */
  sealed: string
}

const REQUESTS = new Tickets<Request>('social account')

/** A request to connect a social account: for which account, by whom, and on which network. */
interface ConnectAuthorization {
  accountId: string
  /** The person whose session must finish the request; null for the operator at the command line. */
  personId: string | null
  network: NetworkName
  setId: string | null
  instance: string | null
  handle: string | null
  /** The social account to reconnect, which stays in its set; null for a new one. */
  reconnects: string | null
}

/** The request to reconnect a social account. */
export const reconnection = (account: SocialAccount): Omit<ConnectAuthorization, 'personId'> => {
  const { id, accountId, network, setId, instance } = account
  return { accountId, network, setId, instance, handle: handleOf(account), reconnects: id }
}

/** Starts connecting on the network's own pages. The returned address works once, for fifteen minutes. */
export async function startAuthorization(
  context: SocialContext,
  { accountId, personId, network: name, setId, instance, handle, reconnects }: ConnectAuthorization,
): Promise<{ url: string; expiresAt: Instant }> {
  const { db, clock, baseUrl } = context
  const network = await context.networks[name]()
  if (network.oauth === null)
    throw new AppError('invalid_parameter', `${network.title} is connected with its ${network.secretName}.`)
  if (setId !== null) await requireSet(db.read, accountId, setId)
  const secrets = await context.secrets()
  const server = network.oauth.serverOf?.(context.network, instance) ?? null
  const returnUrl = baseUrl + returnPath(name, server)
  const findApp = appsOf(context, secrets, name, returnUrl)
  const { url, state, kept } = await network.oauth
    .start(context.network, { instance, handle, returnUrl, findApp })
    .catch(error => refused(error))
  const sealed = secrets.seal(JSON.stringify({ returnUrl, kept }), sealContext(state))
  await db.write(tx =>
    REQUESTS.issue(tx, clock, {
      ...{ accountId, personId, secret: state, lifetimeMs: LIFETIME_MS },
      data: { network: name, setId, reconnects, sealed },
    }),
  )
  return { url, expiresAt: clock.now() + LIFETIME_MS }
}

const sealContext = (state: string): string => `social connect request ${state}`

/** What a network sent back, and the path below the public address that it was sent to. */
interface AuthorizationAnswer {
  path: string
  parameters: URLSearchParams
}

/** Returns the person who comes back from the network; null without a session. */
type ReturningPerson = () => Promise<{ id: string } | null>

/**
 * Finishes connecting with what the network sent back. The state works once; one that a person started needs
 * that person's session. Throws `not_found` for an unknown, used or expired state, `unauthorized` without the
 * session, and `invalid_parameter` for an answer that arrives at the return address of another server.
 */
export async function finishAuthorization(
  context: SocialContext,
  name: NetworkName,
  answer: AuthorizationAnswer,
  returning: ReturningPerson,
): Promise<SocialAccount> {
  const { db, clock } = context
  const state = answer.parameters.get('state') ?? ''
  const found = await REQUESTS.open(db.read, clock, state)
  if (found?.data.network !== name) throw new AppError('not_found', EXPIRED)
  if (found.personId !== null && (await returning())?.id !== found.personId)
    throw new AppError(
      'unauthorized',
      'Sign in as the person who started connecting, and open this address again.',
    )
  if (found.personId !== null) await requireOwner(db.read, found.accountId, found.personId)
  const request = await db.write(tx => REQUESTS.use(tx, clock, state))
  if (!request) throw new AppError('not_found', EXPIRED)
  return connectReturned(context, request, answer)
}

/** Checks the role again, because the person may have lost it since they started. */
async function requireOwner(db: Reader, accountId: string | null, personId: string): Promise<void> {
  const member = (await listMembers(db, accountId ?? '')).find(({ id }) => id === personId)
  if (member?.role !== 'owner')
    throw new AppError('insufficient_scope', 'Only owners of the account connect social accounts.')
}

const OTHER_SERVER =
  'Another server answered than the one that was to be connected. Nothing was connected. Somebody may have tried to get access to an account of yours there.'
const EXPIRED = 'This link was used already or has expired. Start connecting again.'

async function connectReturned(
  context: SocialContext,
  request: Ticket<Request>,
  { path, parameters }: AuthorizationAnswer,
): Promise<SocialAccount> {
  const secrets = await context.secrets()
  const { accountId, personId, data } = request
  const { network: name, setId, reconnects, sealed } = data
  const { oauth } = await context.networks[name]()
  if (oauth === null || accountId === null) throw new AppError('not_found', EXPIRED)
  const { returnUrl, kept } = JSON.parse(secrets.open(sealed, sealContext(parameters.get('state') ?? '')))
  if (context.baseUrl + path !== returnUrl) throw new AppError('invalid_parameter', OTHER_SERVER)
  const connection = await oauth
    .finish(context.network, { parameters, kept, returnUrl })
    .catch(error => refused(error))
  const actor = personId ?? context.actor
  const common = { accountId, network: name }
  const target =
    reconnects === null
      ? { ...common, setId }
      : { ...common, expected: await socialAccountById(context.db.read, reconnects, accountId) }
  return context.db.write(tx => storeConnection(tx, { ...context, actor }, secrets, target, connection))
}
