import { listMembers } from '#accounts/members.ts'
import { requireSet } from '#accounts/sets.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { hashOfSecret } from '#platform/secrets.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { SocialContext } from '#social/context.ts'
import type { NetworkName } from '#social/settings.ts'
import { appsOf, returnPath } from './apps.ts'
import { refused, storeConnection } from './connect.ts'
import { handleOf, type SocialAccount, socialAccountById } from './social-account.ts'

const LIFETIME_MS = 15 * 60_000
/** How long an expired request is kept, with its sealed secrets, for whoever waits for its outcome. */
const KEPT_MS = 60 * 60_000

/** A request to connect a social account: whose it is, who asks, and where. */
export interface AuthorizationRequest {
  accountId: string
  /** Null: the operator, at the command line. Otherwise only this person's session can finish it. */
  personId: string | null
  network: NetworkName
  setId: string | null
  instance: string | null
  handle: string | null
  /** The social account that is to be reconnected, which stays in its set; null: a new one. */
  reconnects: string | null
}

/** What a request to reconnect a social account asks for. */
export const reconnection = (account: SocialAccount): Omit<AuthorizationRequest, 'personId'> => {
  const { id, accountId, network, setId, instance } = account
  return { accountId, network, setId, instance, handle: handleOf(account), reconnects: id }
}

/** Starts connecting on the network's own pages. The address works once, for fifteen minutes. */
export async function startAuthorization(
  context: SocialContext,
  { accountId, personId, network: name, setId, instance, handle, reconnects }: AuthorizationRequest,
): Promise<{ id: string; url: string; expiresAt: Instant }> {
  const { db, clock, ids, baseUrl } = context
  const network = await context.networks[name]()
  if (network.oauth === null)
    throw new AppError('invalid_parameter', `${network.title} is connected with its ${network.secretName}.`)
  if (setId !== null) await requireSet(db.read, accountId, setId)
  const secrets = await context.secrets()
  const server = network.oauth.serverOf?.(context.network, instance) ?? null
  const [id, returnUrl] = [ids.next(), baseUrl + returnPath(name, server)]
  const findApp = appsOf(context, secrets, name, returnUrl)
  const { url, state, kept } = await network.oauth
    .start(context.network, { instance, handle, returnUrl, findApp })
    .catch(error => refused(error))
  const expiresAt = clock.now() + LIFETIME_MS
  await db.write(async tx => {
    await tx
      .deleteFrom('social_connect_request')
      .where('expires_at', '<', clock.now() - KEPT_MS)
      .execute()
    await tx
      .insertInto('social_connect_request')
      .values({
        id,
        account_id: accountId,
        person_id: personId,
        set_id: setId,
        network: name,
        ...{
          state_hash: hashOfSecret(state),
          kept: secrets.seal(JSON.stringify({ returnUrl, kept }), sealContext(id)),
        },
        ...{
          step: 'open',
          social_account_id: reconnects,
          fault: null,
          expires_at: expiresAt,
          created_at: clock.now(),
        },
      })
      .execute()
  })
  return { id, url, expiresAt }
}

const sealContext = (id: string): string => `social connect request ${id}`

/** What a network sent back, and to which path below the public address. */
export interface AuthorizationAnswer {
  path: string
  parameters: URLSearchParams
}

/** Gives the person who returns from the network; null without a session. */
export type ReturningPerson = () => Promise<{ id: string } | null>

/**
 * Finishes connecting with what the network sent back. The state works once; one that a person started needs that person's session.
 * Throws `not_found` for an unknown, used or expired state, `unauthorized` without the session, and `invalid_parameter` for an answer at
 * the address of another server.
 */
export async function finishAuthorization(
  context: SocialContext,
  name: NetworkName,
  answer: AuthorizationAnswer,
  returning: ReturningPerson,
): Promise<SocialAccount> {
  const request = await openRequest(context, name, answer.parameters.get('state') ?? '')
  if (request.person_id !== null && (await returning())?.id !== request.person_id)
    throw new AppError(
      'unauthorized',
      'Sign in as the person who started connecting, and open this address again.',
    )
  if (request.person_id !== null) await requireOwner(context.db.read, request.account_id, request.person_id)
  await takeRequest(context, request.id)
  try {
    return await connectReturned(context, request, answer)
  } catch (error) {
    await settle(context, request.id, { step: 'failed', fault: clip(safeLine(messageOf(error)), 500) })
    throw error
  }
}

/** The person may have lost the role since they started. */
async function requireOwner(db: Reader, accountId: string, personId: string): Promise<void> {
  const member = (await listMembers(db, accountId)).find(({ id }) => id === personId)
  if (member?.role !== 'owner')
    throw new AppError('insufficient_scope', 'Only owners of the account connect social accounts.')
}

const OTHER_SERVER =
  'Another server answered than the one that was to be connected. Nothing was connected. Somebody may have tried to get access to an account of yours there.'
const EXPIRED = 'This link was used already or has expired. Start connecting again.'

async function openRequest({ db, clock }: SocialContext, network: NetworkName, state: string) {
  const row = await db.read
    .selectFrom('social_connect_request')
    .selectAll()
    .where('state_hash', '=', hashOfSecret(state))
    .where('network', '=', network)
    .where('step', '=', 'open')
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (row) return row
  throw new AppError('not_found', EXPIRED)
}

async function takeRequest({ db }: SocialContext, id: string): Promise<void> {
  const { numUpdatedRows } = await db.write(tx =>
    tx
      .updateTable('social_connect_request')
      .set({ step: 'taken' })
      .where('id', '=', id)
      .where('step', '=', 'open')
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) throw new AppError('not_found', EXPIRED)
}

async function connectReturned(
  context: SocialContext,
  request: Awaited<ReturnType<typeof openRequest>>,
  { path, parameters }: AuthorizationAnswer,
): Promise<SocialAccount> {
  const secrets = await context.secrets()
  const name = request.network
  const { oauth } = await context.networks[name]()
  if (oauth === null) throw new AppError('not_found', EXPIRED)
  const { returnUrl, kept } = JSON.parse(secrets.open(request.kept ?? '', sealContext(request.id)))
  if (context.baseUrl + path !== returnUrl) throw new AppError('invalid_parameter', OTHER_SERVER)
  const connection = await oauth
    .finish(context.network, { parameters, kept, returnUrl })
    .catch(error => refused(error))
  const actor = request.person_id ?? context.actor
  const accountId = request.account_id
  const target =
    request.social_account_id === null
      ? { accountId, network: name, setId: request.set_id }
      : {
          accountId,
          network: name,
          expected: await socialAccountById(context.db.read, request.social_account_id, accountId),
        }
  return context.db.write(async tx => {
    const account = await storeConnection(tx, { ...context, actor }, secrets, target, connection)
    await tx
      .updateTable('social_connect_request')
      .set({ step: 'done', kept: null, social_account_id: account.id })
      .where('id', '=', request.id)
      .execute()
    return account
  })
}

async function settle(
  { db }: SocialContext,
  id: string,
  outcome: { step: string; fault: string },
): Promise<void> {
  await db.write(tx =>
    tx
      .updateTable('social_connect_request')
      .set({ ...outcome, kept: null })
      .where('id', '=', id)
      .execute(),
  )
}

/** What became of a request: the id of the connected account, or why it failed; null while the person is on the network's pages. */
export async function authorizationOutcome(
  db: Reader,
  id: string,
): Promise<{ socialAccountId: string } | { fault: string } | null> {
  const row = await db
    .selectFrom('social_connect_request')
    .select(['step', 'social_account_id', 'fault'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.step === 'done' && row.social_account_id !== null) return { socialAccountId: row.social_account_id }
  return row.step === 'failed' ? { fault: row.fault ?? '' } : null
}
