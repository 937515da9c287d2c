import { Hono } from 'hono'
import { recordAccountOpened, requireRole } from '#accounts/members.ts'
import type { WebContext } from '#web/parts.ts'
import {
  boundedBody,
  neverStored,
  type SignedInEnv,
  sameOriginOnly,
  signedInOnly,
} from '#web/session-guard.ts'
import { activity } from './account/activity.ts'
import { clients } from './account/clients.ts'
import { consent } from './account/consent.ts'
import { exports } from './account/exports.ts'
import { members } from './account/members.ts'
import { page } from './account/page.ts'
import { pasts } from './account/past-changelog.ts'
import { you } from './account/profile.ts'
import { entrance } from './account/set-up.ts'
import { tokens } from './account/tokens.ts'
import { words } from './entries/copy.ts'
import { entries } from './entries/entries.ts'
import { groups } from './entries/grouping.ts'
import { images } from './entries/images.ts'
import { policy } from './entries/policy.ts'
import { pulls } from './entries/pulls.ts'
import { queue } from './entries/queue.ts'
import { moves } from './entries/transitions.ts'

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
