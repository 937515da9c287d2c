import { Hono } from 'hono'
import { openAccount, requireRole } from '#accounts/members.ts'
import { boundedBody, neverStored, type SignedInEnv, sameOriginOnly, signedInOnly } from '../../guard.ts'
import type { AppParts } from '../../parts.ts'
import { activity } from './activity.ts'
import { clients } from './clients.ts'
import { consent } from './consent.ts'
import { entrance } from './entrance.ts'
import { entries } from './entries.ts'
import { exports } from './exports.ts'
import { groups } from './grouping.ts'
import { images } from './images.ts'
import { members } from './members.ts'
import { moves } from './moves.ts'
import { pasts } from './pasts.ts'
import { policy } from './policy.ts'
import { pulls } from './pulls.ts'
import { queue } from './queue.ts'
import { tokens } from './tokens.ts'
import { words } from './words.ts'
import { you } from './you.ts'

/** What the dashboard asks: for a session alone, and not part of the public interface. */
export function appApi(parts: AppParts) {
  return new Hono()
    .use(neverStored, sameOriginOnly(parts.baseUrl))
    .route('/', entrance(parts))
    .route('/', inside(parts))
}

/** For the typed client of the dashboard. */
export type AppApi = ReturnType<typeof appApi>

/** All that needs a session. */
const inside = (parts: AppParts) =>
  new Hono<SignedInEnv>()
    .use(signedInOnly(parts.desk), boundedBody)
    .route('/', you(parts))
    .route('/', accounts(parts))
    .route('/', members(parts))
    .route('/', tokens(parts))
    .route('/', clients(parts))
    .route('/', consent(parts))
    .route('/', exports(parts))
    .route('/', queue(parts))
    .route('/', policy(parts))
    .route('/', pasts(parts))
    .route('/', entries(parts))
    .route('/', moves(parts))
    .route('/', words(parts))
    .route('/', groups(parts))
    .route('/', images(parts))
    .route('/', pulls(parts))
    .route('/', activity(parts))

const accounts = ({ db, clock }: AppParts) =>
  new Hono<SignedInEnv>().post('/accounts/:account/open', async c => {
    const { person } = c.var
    const { account } = await requireRole(db.read, person, c.req.param('account'), 'viewer')
    await db.write(tx => openAccount(tx, clock, account.id, person.id))
    return c.json({ opened: true })
  })
