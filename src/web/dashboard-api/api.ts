import type { OpenAPIHono } from '@hono/zod-openapi'
import { Hono } from 'hono'
import { recordAccountOpened, requireRole } from '#accounts/members.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { activity, exports } from '#web/dashboard-api/account/account.ts'
import { clients } from '#web/dashboard-api/account/clients.ts'
import { consent } from '#web/dashboard-api/account/consent.ts'
import { members } from '#web/dashboard-api/account/members.ts'
import { page } from '#web/dashboard-api/account/page.ts'
import { pasts } from '#web/dashboard-api/account/past-changelog.ts'
import { you } from '#web/dashboard-api/account/profile.ts'
import { entrance } from '#web/dashboard-api/account/set-up.ts'
import { tokens } from '#web/dashboard-api/account/tokens.ts'
import { words } from '#web/dashboard-api/entries/copy.ts'
import { entries } from '#web/dashboard-api/entries/entries.ts'
import { groups } from '#web/dashboard-api/entries/grouping.ts'
import { images } from '#web/dashboard-api/entries/images.ts'
import { policy } from '#web/dashboard-api/entries/policy.ts'
import { pulls } from '#web/dashboard-api/entries/pulls.ts'
import { queue } from '#web/dashboard-api/entries/queue.ts'
import { moves } from '#web/dashboard-api/entries/transitions.ts'
import {
  boundedBody,
  neverStored,
  type SignedInEnv,
  sameOriginOnly,
  signedInOnly,
} from '#web/session-guard.ts'
import { serveAuth } from './auth.ts'
import { serveDashboard } from './pages.ts'

/** What the dashboard asks: for a session alone, and not part of the public interface. */
export function appApi(parts: WebContext) {
  return new Hono()
    .use(neverStored, sameOriginOnly(parts.baseUrl))
    .route('/', entrance(parts))
    .route('/', inside(parts))
}

/** For the typed client of the dashboard. */
export type AppApi = ReturnType<typeof appApi>

/** All that needs a session. */
const inside = (parts: WebContext) =>
  new Hono<SignedInEnv>()
    .use(signedInOnly(parts.dashboard), boundedBody)
    .route('/', you(parts))
    .route('/', accounts(parts))
    .route('/', members(parts))
    .route('/', tokens(parts))
    .route('/', clients(parts))
    .route('/', consent(parts))
    .route('/', exports(parts))
    .route('/', queue(parts))
    .route('/', policy(parts))
    .route('/', page(parts))
    .route('/', pasts(parts))
    .route('/', entries(parts))
    .route('/', moves(parts))
    .route('/', words(parts))
    .route('/', groups(parts))
    .route('/', images(parts))
    .route('/', pulls(parts))
    .route('/', activity(parts))

const accounts = ({ db, clock }: WebContext) =>
  new Hono<SignedInEnv>().post('/accounts/:account/open', async c => {
    const { person } = c.var
    const { account } = await requireRole(db.read, person, c.req.param('account'), 'viewer')
    await db.write(tx => recordAccountOpened(tx, clock, account.id, person.id))
    return c.json({ opened: true })
  })

/** Everything under /app. */
export function serveApp(app: OpenAPIHono, parts: WebContext): void {
  serveAuth(app, parts.dashboard, parts.baseUrl)
  app.route('/app/api', appApi(parts))
  app.all('/app/api/*', () => {
    throw new AppError('not_found', 'There is nothing at this address.')
  })
  serveDashboard(app, parts.baseUrl)
}
