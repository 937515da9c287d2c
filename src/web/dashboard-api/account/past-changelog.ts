import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { fetchReleaseNotes } from '#pipeline/past-changelog/fetch.ts'
import { importPast, repositoryNamed } from '#pipeline/past-changelog/import-past.ts'
import { PAST_FORMATS, type PastFormat } from '#pipeline/past-changelog/parser.ts'
import type { PastText } from '#pipeline/past-changelog/releases.ts'
import { releaseTexts } from '#pipeline/past-changelog/releases.ts'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { queryParameters } from '#web/request-bodies.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { type AccountAccess, authorize } from '../authorize.ts'

const input = z.object({
  form: z.enum(PAST_FORMATS),
  /** `owner/name` of a repository of the account; optional when the account has only one. */
  repo: z.string().max(300).optional(),
  each: z.literal('true').optional(),
  trials: z.literal('true').optional(),
  /** URL of a feed to fetch instead of the body. */
  address: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
})

/** Imports a past changelog: the text of the body, or what is fetched from a URL or the code host. */
export function pastChangelog(web: WebContext) {
  const { db, dashboard } = web
  return new Hono<SessionEnv>().put('/accounts/:account/past', queryParameters(input), async c => {
    const who = await authorize(web, c, 'publisher')
    const { form, repo, each, trials, address } = c.req.valid('query')
    const texts = await READERS[form](c, web, who, { repo, address })
    const repository = await repositoryNamed(db.read, who.accountId, repo)
    if (repo !== undefined && !repository)
      throw new AppError('not_found', 'The account has no such repository; connect or import it first.')
    const account = await accountById(db.read, who.accountId)
    const { action } = who
    const how = { each: each !== undefined, prereleases: trials !== undefined, repository }
    return c.json(await importPast({ db, action, parser: dashboard.past }, account, texts, how))
  })
}

type Reading = (
  c: Context<SessionEnv>,
  web: WebContext,
  who: AccountAccess,
  from: { repo: string | undefined; address: string | undefined },
) => Promise<PastText[]>

const READERS: Record<PastFormat, Reading> = {
  changelog: async (c, { dashboard }) => dashboard.past.parse('changelog', await c.req.text()),
  async releases(c, { db, dashboard }, { accountId }, { repo }) {
    const text = await c.req.text()
    if (text.trim() !== '') return dashboard.past.parse('releases', text)
    return releaseTexts(await fetchReleaseNotes(db.read, dashboard.hostOf, accountId, repo))
  },
  feed: async (c, { dashboard }, _, { address }) =>
    dashboard.past.parse(
      'feed',
      address === undefined ? await c.req.text() : await dashboard.textAt(address),
    ),
}
