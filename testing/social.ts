import { test } from 'node:test'
import { networkContext, openSocial } from '#app/social.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import type { Magnitude } from '#judgement/classification/classification.ts'
import type { Engine } from '#platform/db/database.ts'
import type { RegisteredJob } from '#platform/jobs/job.ts'
import { connectWithSecret } from '#social/accounts/connect.ts'
import type { SocialAccount } from '#social/accounts/social-account.ts'
import { POST_TIMING, type SocialContext } from '#social/context.ts'
import { socialJobs } from '#social/handlers.ts'
import { listPosts, type Post } from '#social/posts/post.ts'
import { openMail } from '../src/app/registry.ts'
import { closable } from './closable.ts'
import { ENGINES } from './databases.ts'
import { aDecided, ingestDecided } from './decided.ts'
import { aBlueskyServer, type BlueskyServer } from './networks/bluesky.ts'
import { aLinkedInServer, type LinkedInServer } from './networks/linkedin.ts'
import { environmentOf } from './networks/local.ts'
import { aMastodonServer, type MastodonServer } from './networks/mastodon.ts'
import { anXServer, type XServer } from './networks/x.ts'
import { aService, runDueJobs, type TestService } from './service.ts'

export const MINUTE = 60_000
/** How long a post waits after its entry is published: the longest time for which a feed may be cached. */
export const DELAY = 5 * MINUTE
/** The time limit for a request, which is longer than any answer takes on a busy machine. */
const PATIENCE_MS = 60_000
/** The time limit for a request in a scene with a server that hangs. */
export const IMPATIENCE_MS = 2_500

/** The service with a local server of each network, and a clock that the test moves. */
export interface SocialScene extends TestService {
  bluesky: BlueskyServer
  mastodon: MastodonServer
  x: XServer
  linkedin: LinkedInServer
  context: SocialContext
  action: EntryContext
  connectBluesky(setId?: string | null): Promise<SocialAccount>
  connectMastodon(setId?: string | null): Promise<SocialAccount>
  connectX(): Promise<SocialAccount>
  /** Merges a pull request, which becomes a draft. Returns the entry's id. */
  draft(headline: string, more?: Sketch): Promise<string>
  /** Merges a pull request and publishes its entry. Returns the entry's id. */
  publish(headline: string, more?: Sketch): Promise<string>
  /** Lets time pass, and runs the social jobs that are due by then. */
  pass(milliseconds: number): Promise<void>
  posts(): Promise<Post[]>
  /** Each post as `state network`, or `held (reason) network` while it is held, ordered by network. */
  states(): Promise<string[]>
}

/** The fields of a merge that a test gives; `isLive` is false for a merge that was imported. */
interface Sketch {
  body?: string
  magnitude?: Magnitude
  isLive?: boolean
}

/** Starts a scene. The operator also allows the servers in `beside`, and a request times out after `timeoutMs`. */
export async function aSocialScene(
  engine: Engine = 'sqlite',
  beside: readonly { origin: string }[] = [],
  timeoutMs = PATIENCE_MS,
): Promise<SocialScene> {
  const [bluesky, mastodon, x, linkedin] = await Promise.all([
    aBlueskyServer(),
    aMastodonServer(),
    anXServer(),
    aLinkedInServer(),
  ])
  const hosts = [bluesky, mastodon, x, linkedin, ...beside].map(({ origin }) => new URL(origin).host)
  const env = {
    TIDINGS_PRIVATE_HOSTS: hosts.join(),
    ...environmentOf(bluesky),
    TIDINGS_BASE_URL: 'https://news.acme.example',
    TIDINGS_TEST_LINKEDIN: linkedin.origin,
    TIDINGS_LINKEDIN_CLIENT_ID: linkedin.application.id,
    TIDINGS_LINKEDIN_CLIENT_SECRET: linkedin.application.secret,
    TIDINGS_TEST_X: x.origin,
    TIDINGS_X_CLIENT_ID: x.application.id,
    TIDINGS_X_CLIENT_SECRET: x.application.secret,
  }
  const it = await aService(engine, env)
  const { service, account, clock } = it
  mastodon.setClock(() => clock.now())
  const limits = { timeoutMs, idleMs: timeoutMs, maxBytes: 4_000_000 }
  const social = openSocial(service, 'social network')
  const context: SocialContext = {
    ...social,
    network: networkContext(service.config, clock, limits),
    timing: { ...POST_TIMING, settleMs: MINUTE, gapMs: 0 },
    transport: () => openMail(null, service.terminal),
  }
  const jobs: RegisteredJob[] = socialJobs(context)
  const action: EntryContext = { ...service, actor: 'test' }
  let merged = 0
  const connect = (
    network: 'bluesky' | 'mastodon' | 'x',
    secret: string,
    instance: string | null,
    setId: string | null,
  ) =>
    connectWithSecret(
      context,
      { accountId: account.id, network, setId },
      { instance, handle: bluesky.handle, secret },
    )
  const scene: SocialScene = {
    ...it,
    ...{ bluesky, mastodon, x, linkedin, context, action },
    connectBluesky: (setId = null) => connect('bluesky', bluesky.anAppPassword(), null, setId),
    connectX: () => connect('x', x.aRefreshToken(), null, null),
    connectMastodon: (setId = null) => connect('mastodon', mastodon.aToken(), mastodon.origin, setId),
    async draft(headline, { body = '', magnitude = 'minor', isLive = true } = {}) {
      const number = ++merged
      const url = `https://github.com/acme/app/pull/${number}`
      const merge = aDecided({ number, mergedAt: clock.now(), url }, { headline, body }, { magnitude })
      return service.db.write(async tx => {
        await ingestDecided(tx, action, account.id, [merge], isLive ? null : 'drafts')
        const { id } = await tx
          .selectFrom('entry')
          .select('id')
          .where('title', '=', headline)
          .executeTakeFirstOrThrow()
        return id
      })
    },
    async publish(headline, more) {
      const id = await scene.draft(headline, more)
      await service.db.write(tx => publishEntry(tx, action, id))
      return id
    },
    async pass(milliseconds) {
      clock.advance(milliseconds)
      await runDueJobs(service, jobs)
    },
    async posts() {
      const { posts } = await listPosts(service.db.read, { accountId: account.id })
      return posts
    },
    async states() {
      const rows = await service.db.read
        .selectFrom('post')
        .innerJoin('social_account as account', 'account.id', 'post.social_account_id')
        .select(['post.state', 'post.held', 'account.network'])
        .orderBy('account.network')
        .orderBy('post.created_at')
        .execute()
      return rows.map(row => `${row.held === null ? row.state : `held (${row.held})`} ${row.network}`)
    },
    ...closable(async () => {
      await Promise.all([bluesky.close(), mastodon.close(), x.close(), linkedin.close()])
      await it.close()
    }),
  }
  return scene
}

/** Runs a test on each of the engines, each with a scene of its own. */
export function story(
  name: string,
  body: (scene: SocialScene) => Promise<void>,
  { engines = ENGINES, timeoutMs }: { engines?: readonly Engine[]; timeoutMs?: number | undefined } = {},
): void {
  for (const engine of engines)
    test(`${name} (${engine})`, async () => {
      await using scene = await aSocialScene(engine, [], timeoutMs)
      await body(scene)
    })
}
