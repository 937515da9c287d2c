import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { Secrets } from '#platform/secrets.ts'
import { clip, safeLine } from '#platform/text.ts'
import { APP_EXISTS, hasAppOn, storeApp } from '#pulls/connections/apps.ts'
import type { AppManifest } from '#pulls/hosts/host-app.ts'
import { offerConnection } from './connect.ts'
import {
  APP_PATHS,
  type AppRegistration,
  beginStep,
  type Caller,
  connectStep,
  type GitHubApps,
  STEPS,
  takeStep,
} from './context.ts'

/** GitHub's limit for the name of an app, in characters. */
const MAX_NAME_LENGTH = 34

/** GitHub requires the name of an app to be unique, so it includes the host name. */
const appName = (baseUrl: string): string => clip(`Tidings ${new URL(baseUrl).hostname}`, MAX_NAME_LENGTH)

/** Validates the login of an organisation. Throws `invalid_parameter`. */
function organisationName(given: string): string {
  if (/^[\w-]{1,100}$/.test(given)) return given
  throw new AppError(
    'invalid_parameter',
    `An organisation is named as in its address, like acme; got ${safeLine(given)}.`,
  )
}

const PERMIT = 'permission to register a GitHub app'
const PERMIT_LASTS_MS = 3_600_000

/** A permit that proves for an hour that its bearer was sent by the operator of this server. */
export const registrationPermit = (secrets: Secrets, clock: Clock): string =>
  secrets.seal(String(clock.now() + PERMIT_LASTS_MS), PERMIT)

function isPermitted({ open }: Secrets, clock: Clock, permit = ''): boolean {
  try {
    return Number(open(permit, PERMIT)) > clock.now()
  } catch {
    return false
  }
}

/**
 * Whether an owner may register the app without the operator's permit. The app serves all accounts of the
 * server, so only if there is just one.
 */
export async function mayRegister(db: Reader): Promise<boolean> {
  const { accounts } = await db
    .selectFrom('account')
    .select(row => row.fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow()
  return Number(accounts) === 1
}

/**
 * Begins to register an app for the owner of an account, and returns the address of the page that leads to
 * the host. Throws `conflict` if the host has one already, or if only the operator may register one.
 */
export async function offerRegistration(
  { db, clock, baseUrl, secrets }: GitHubApps,
  caller: Caller,
  wanted: {
    accountId: string
    apiUrl: string
    /** The organisation that will own the app; null for the person's own account on the host. */
    organisation: string | null
    mayComment: boolean
    /** The permit in the address that the operator passed on. */
    permit?: string | undefined
  },
): Promise<string> {
  const { accountId, apiUrl, mayComment, permit } = wanted
  if (!(await mayRegister(db.read)) && !isPermitted(await secrets(), clock, permit))
    throw new AppError('conflict', FOR_OPERATORS)
  const organisation = wanted.organisation === null ? null : organisationName(wanted.organisation)
  const registration = { name: appName(baseUrl), organisation, mayComment }
  const state = await db.write(async tx => {
    if (await hasAppOn(tx, apiUrl)) throw new AppError('conflict', APP_EXISTS)
    return beginStep(tx, { clock }, caller, STEPS.register, { accountId, apiUrl, registration })
  })
  return `${baseUrl}${APP_PATHS.register}?state=${state}`
}

const FOR_OPERATORS =
  'A GitHub app serves every account of this server, so only its operator can create one: "tidings github-app create" prints the address.'

/** The form that the person's browser posts to the host. Reloading the page returns the same form. */
export async function registrationForm(
  context: GitHubApps,
  caller: Caller,
  state: string,
): Promise<AppManifest & { registration: AppRegistration }> {
  const { apiUrl, registration } = await connectStep(context, caller, STEPS.register, state)
  const manifest = await context.manifest({
    apiUrl,
    baseUrl: context.baseUrl,
    ...registration,
    state,
    registeredPath: APP_PATHS.registered,
    provenPath: APP_PATHS.proven,
  })
  return { ...manifest, registration }
}

/**
 * Handles the return from the host: exchanges its code for the app's secrets and stores them encrypted. Returns the address where the
 * person then installs the app. The state works once; if the exchange fails, it can be used again.
 */
export async function register(
  context: GitHubApps,
  caller: Caller,
  { code, state }: { code: string; state: string },
): Promise<string> {
  const { db, clock, ids } = context
  const { accountId, apiUrl } = await connectStep(context, caller, STEPS.register, state)
  const secrets = await context.secrets()
  const app = await context.convert(apiUrl, code)
  await db.write(async tx => {
    await takeStep(tx, context, STEPS.register, state)
    await storeApp(tx, clock, ids, secrets, { apiUrl, app })
  })
  return (await offerConnection(context, caller, { accountId, apiUrl })).install
}
