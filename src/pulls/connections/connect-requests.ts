import type { Clock } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'
import type { AdministeredInstallation } from '#pulls/hosts/host-app.ts'

/** How an app is registered. */
export interface AppRegistration {
  name: string
  /** The organisation that owns the app; null for the person's own account. */
  organisation: string | null
  /** Whether it asks for the permission to comment on pull requests. */
  mayComment: boolean
}

/** What a person does at a code host, by step, and what the step needs to know. */
interface Details {
  register: AppRegistration
  authorize: null
  /** The installations that the person proved to administer, of whose repositories they choose. */
  choose: AdministeredInstallation[]
}

export type ConnectStep = keyof Details

/** A step of connecting a code host. It is taken once, within an hour, in the session that began it. */
export interface ConnectRequest<Step extends ConnectStep> {
  step: Step
  sessionId: string
  /** The account that gets the repositories. */
  accountId: string
  apiUrl: string
  details: Details[Step]
}

/** The secret of a request, and the session that presents it. */
export interface ConnectKey {
  secret: string
  sessionId: string
}

const LIFETIME_MS = 3_600_000

/** Creates the request and returns its secret, which is not stored. */
export async function createConnectRequest<Step extends ConnectStep>(
  tx: Tx,
  clock: Clock,
  { step, sessionId, accountId, apiUrl, details }: ConnectRequest<Step>,
): Promise<string> {
  const secret = newSecretText()
  const now = clock.now()
  await tx.deleteFrom('connect_request').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('connect_request')
    .values({
      secret_hash: hashOfSecret(secret),
      step,
      session_id: sessionId,
      account_id: accountId,
      api_url: apiUrl,
      details: JSON.stringify(details),
      expires_at: now + LIFETIME_MS,
    })
    .execute()
  return secret
}

/** The request. Throws `not_found` if it was taken, has expired, never existed, or is of another step or session. */
export async function connectRequest<Step extends ConnectStep>(
  db: Reader,
  clock: Clock,
  step: Step,
  { secret, sessionId }: ConnectKey,
): Promise<ConnectRequest<Step>> {
  const row = await db
    .selectFrom('connect_request')
    .selectAll()
    .where('secret_hash', '=', hashOfSecret(secret))
    .where('step', '=', step)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!row) throw isOver()
  const { account_id: accountId, api_url: apiUrl } = row
  return { step, sessionId, accountId, apiUrl, details: JSON.parse(row.details) }
}

/** Takes the request. Of several concurrent transactions one succeeds; the others throw `not_found`. */
export async function takeConnectRequest(tx: Tx, { secret }: ConnectKey): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('connect_request')
    .where('secret_hash', '=', hashOfSecret(secret))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw isOver()
}

const isOver = (): AppError =>
  new AppError(
    'not_found',
    'This was finished already, has expired, or was begun in another session. Begin again in the dashboard, under Sources.',
  )
