import type { OpenAPIHono } from '@hono/zod-openapi'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { listAccounts } from '#accounts/account.ts'
import { acceptInvitation, invitationBySecret } from '#accounts/invitations.ts'
import { createPerson, hasNoPeople, type Person, personByEmail } from '#accounts/people.ts'
import { requireValidSetUpLink, setUp } from '#accounts/set-up.ts'
import { AUTH_PATH } from '#auth/sign-in-links.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import type { DashboardServices, WebContext } from '#web/context.ts'
import { jsonBody, limitBody } from '#web/request-bodies.ts'
import { noStore } from '#web/response-headers.ts'
import { headersWithClient, sameOriginOnly, setCookies } from '#web/session-guard.ts'

const secret = z.string().min(1).max(200)
const name = z.string().trim().min(1, 'a name').max(80)
const password = z.string().max(500)
const link = z.object({ secret })
const acceptance = link.extend({ name: name.optional(), password: password.optional() })
const small = limitBody(16 * 1024)

/** Routes that need no session: sign-in links, set-up links and invitations. */
export const signInRoutes = (web: WebContext) =>
  new Hono()
    .get('/welcome', async c =>
      c.json({ ...web.dashboard.offers, hasNoOwner: await hasNoPeople(web.db.read) }),
    )
    .post('/sign-in/link', small, jsonBody(link), async c => {
      const signIn = await web.dashboard.signIn()
      const { secret } = c.req.valid('json')
      const { needsSecondFactor, cookies } = await signIn.useLink(secret, headersOf(c, web))
      setCookies(c, cookies)
      return c.json({ needsSecondFactor })
    })
    .route('/set-up', setUpRoutes(web))
    .route('/invitation', invitationRoutes(web))

const setUpRoutes = (web: WebContext) =>
  new Hono()
    .post('/look', small, jsonBody(link), async c => {
      await requireValidSetUpLink(web.db.read, web.clock, c.req.valid('json').secret)
      const accounts = await listAccounts(web.db.read)
      return c.json({ accounts: accounts.map(account => account.name) })
    })
    .post(
      '/',
      small,
      jsonBody(link.extend({ name, password, email: z.string(), accountName: z.string().max(500) })),
      async c => {
        const given = c.req.valid('json')
        await requireValidSetUpLink(web.db.read, web.clock, given.secret)
        const passwordHash = await (await web.dashboard.signIn()).hashPassword(given.password)
        const settled = { ...given, passwordHash }
        await begin(c, web, await web.db.write(tx => setUp(tx, bySetUp(web), given.secret, settled)))
        return c.json({ signedIn: true })
      },
    )

const invitationRoutes = (web: WebContext) =>
  new Hono()
    .post('/look', small, jsonBody(link), async c => {
      const offered = await invitationBySecret(web.db.read, web.clock, c.req.valid('json').secret)
      const known = await personByEmail(web.db.read, offered.email)
      return c.json({
        account: offered.account.name,
        from: offered.from,
        role: offered.role,
        email: offered.email,
        isKnown: known !== null,
        signedInAs: (await signedIn(c, web))?.email ?? null,
      })
    })
    .post('/accept', small, jsonBody(acceptance), async c => {
      const here = await signedIn(c, web)
      const join = await joining(web, c.req.valid('json'), here)
      const { person, account, endedSessions } = await web.db.write(join)
      if (!here || endedSessions) await begin(c, web, person)
      return c.json({ account: account.publicId })
    })

const headersOf = (c: Context, { dashboard }: WebContext) => headersWithClient(c, dashboard)

async function begin(c: Context, web: WebContext, person: Person): Promise<void> {
  const signIn = await web.dashboard.signIn()
  setCookies(c, await signIn.begin(person, headersOf(c, web)))
}

async function signedIn(c: Context, web: WebContext): Promise<Person | null> {
  const signIn = await web.dashboard.signIn()
  return (await signIn.signedIn(headersOf(c, web)))?.person ?? null
}

const bySetUp = ({ clock, dashboard }: WebContext) => ({ clock, ids: dashboard.ids, actor: 'set-up' })

/** Accepts as the signed-in person or as a new one. Somebody who already has a way to sign in has to sign in first. */
async function joining(web: WebContext, given: z.output<typeof acceptance>, here: Person | null) {
  const { db, clock, dashboard } = web
  const offered = await invitationBySecret(db.read, clock, given.secret)
  if (!here && (await personByEmail(db.read, offered.email))) {
    throw new AppError(
      'unauthorized',
      `${offered.email} can already sign in. Sign in, then open the link again.`,
    )
  }
  const hash = given.password ? await (await dashboard.signIn()).hashPassword(given.password) : null
  const newcomer = {
    name: given.name ?? '',
    email: offered.email,
    passwordHash: hash,
    isProven: offered.byMail,
  }
  return async (tx: Tx) => {
    const person = here ?? (await createPerson(tx, clock, dashboard.ids, newcomer))
    return { person, ...(await acceptInvitation(tx, bySetUp(web), given.secret, person)) }
  }
}

/** The limit of a body: enough for an address and a password, or a redirect URL. */
const MOST_BYTES = 16 * 1024

/** Serves the routes of the sign-in library, and turns its errors into problem documents. */
export function serveAuth(app: OpenAPIHono, dashboard: DashboardServices, baseUrl: string): void {
  app.use(`${AUTH_PATH}/*`, noStore, sameOriginOnly(baseUrl), limitBody(MOST_BYTES))
  app.on(['GET', 'POST'], `${AUTH_PATH}/*`, async c => {
    const signIn = await dashboard.signIn()
    const { method, url } = c.req
    const body = method === 'POST' ? await c.req.text() : null
    const response = await signIn.handle({ method, url, headers: headersWithClient(c, dashboard), body })
    return response.status < 400 ? response : refuse(response)
  })
}

function refuse({ status }: Response): never {
  const [code, sentence] = REFUSALS[status] ?? (status < 500 ? UNREADABLE : OTHER)
  throw new AppError(code, sentence)
}

const OTHER: [ErrorCode, string] = ['unavailable', 'Signing in is not available right now. Try again later.']

const UNREADABLE: [ErrorCode, string] = ['invalid_parameter', 'Enter an email address and a password.']

/** Our error messages by status. Those of the library are not used, because they repeat what was sent. */
const REFUSALS: Record<number, [ErrorCode, string]> = {
  401: ['unauthorized', 'The email address or password is wrong.'],
  403: ['insufficient_scope', 'This request came from another site.'],
  404: ['not_found', 'Nothing was found at this address.'],
}
