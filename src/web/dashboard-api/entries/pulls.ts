import { Hono } from 'hono'
import { z } from 'zod'
import { LEDGER_PLACES } from '#changelog/ledger/places.ts'
import { KINDS, VISIBILITIES } from '#judgement/classification/classification.ts'
import { alsoWould } from '#pipeline/judging/also-would.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { countByPlace, ledgerPage } from '#pulls/ledger-page.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize, nextCursor, pageParameters, positionAfter } from '../authorize.ts'
import { decisionBefore, decisionOf } from './detail.ts'

const search = z.object({
  ...pageParameters,
  place: z.enum(LEDGER_PLACES).optional(),
  visibility: z.enum(VISIBILITIES).optional(),
  kind: z.enum(KINDS).optional(),
  repo: z.string().max(300).optional(),
  promoted: z.enum(['true', 'false']).optional(),
  words: z.string().trim().min(1).max(200).optional(),
})

/** Routes of the ledger: every merged pull request of the account, its classification and who decided it. */
export function pulls(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/pulls', queryParameters(search), async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const { after, promoted, words, ...input } = c.req.valid('query')
      const page = await ledgerPage(db, {
        ...input,
        accountId,
        text: words,
        after: positionAfter(after),
        promoted: promoted === undefined ? undefined : promoted === 'true',
      })
      return c.json({ pulls: page.pulls, total: page.total, next: nextCursor(page.next) })
    })
    .get('/accounts/:account/places', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json({ places: await countByPlace(db.read, accountId) })
    })
    .get('/accounts/:account/pulls/:pull', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const id = c.req.param('pull')
      const found = await requireLine(db, accountId, id)
      const record = (await pullsById(db.read, [id])).get(id) ?? null
      const decision = record && (await decisionOf(db.read, accountId, id, record))
      const before =
        record && found.layer === 'person' ? await decisionBefore(db.read, accountId, id, record) : null
      return c.json({ ...found, record, decision, before })
    })
    .get('/accounts/:account/pulls/:pull/also-would', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const id = c.req.param('pull')
      await requireLine(db, accountId, id)
      const judge = await dashboard.judge()
      return c.json(await alsoWould({ db: db.read, judge }, accountId, id))
    })
}

/** The ledger's line for this pull request. Throws `not_found`. */
async function requireLine(db: Database, accountId: string, id: string) {
  const [found] = isUuid(id) ? (await ledgerPage(db, { accountId, id, limit: 1 })).pulls : []
  if (found) return found
  throw unknownPull()
}

const unknownPull = () => new AppError('not_found', 'The account has no such pull request.')
