import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { accountByPublicId } from '#accounts/account.ts'
import { readConfig } from '#app/config/config.ts'
import { openService } from '#app/open.ts'
import type { Service } from '#app/service.ts'
import { openSocial } from '#app/social.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { ingest } from '#pipeline/ingest/ingest.ts'
import { openDatabase } from '#platform/db/open.ts'
import { findOrCreateRepository } from '#pulls/repositories.ts'
import { connectWithSecret } from '#social/accounts/connect.ts'
import type { ConnectRequest } from '#social/network.ts'
import { plainText } from '#social/networks/linkedin/little-text.ts'
import { changePostDelay } from '#social/posts/settings.ts'
import type { NetworkName } from '#social/settings.ts'
import { aBlueskyServer } from './networks/bluesky.ts'
import { aLinkedInServer, type LinkedInServer } from './networks/linkedin.ts'
import { aMastodonServer } from './networks/mastodon.ts'
import { FAULTS, type Fault, type NetworkRequest, type NetworkServer } from './networks/server.ts'
import { anXServer, type XServer } from './networks/x.ts'
import { aPull } from './pulls.ts'
import { commandLineAt, type DataLocation } from './server-processes.ts'

/** Posts go out to a network that misbehaves, from workers that are killed and frozen all the while. */
export interface PostingUnderFire {
  location: DataLocation
  network: NetworkName
  posts: number
  /** Kills or freezes of a worker. */
  strikes: number
  /** For the test of the harness itself: posts before it stores that it will. */
  blindly?: boolean
  patienceMs?: number
}

export interface PostingOutcome {
  posts: number
  kills: number
  freezes: number
  faults: number
  posted: number
  failed: number
  unknown: number
  /** On the network more than once. */
  duplicates: number
  /** Said to be posted, and not on the network. */
  missing: number
  /** Neither posted, failed nor unknown at the end. */
  unsettled: number
  /** Failed or unknown without a reason. */
  unexplained: number
}

/** How often a request is hit. */
const FAULT_RATE = 0.3
const SLEEP_MS = 4_500

export async function postUnderFire(given: PostingUnderFire): Promise<PostingOutcome> {
  const { location, network, posts, strikes, blindly = false, patienceMs = 300_000 } = given
  await using there = await NETWORKS[network](blindly)
  const cli = commandLineAt(location)
  cli.env.TIDINGS_PRIVATE_HOSTS = there.host
  Object.assign(cli.env, there.env)
  await (await openDatabase(location, { migrate: true })).close()
  const { account_id: publicId } = await cli.json('account', 'create', '--name', 'Acme')
  const env = { ...cli.env, ...(location.engine === 'sqlite' && { TIDINGS_DATA: location.folder }) }
  const service = await openService(
    readConfig(env, cli.directory, () => ''),
    () => {},
    { migrate: false },
  )
  const workers = [1, 2].map(() => new PostingWorker(cli.env, cli.directory, blindly))
  const struck = { kills: 0, freezes: 0 }
  try {
    await prepare(service, publicId, there, posts)
    const faults = new Faults()
    there.server.misbehave(request => faults.next(request))
    await Promise.all(workers.map(worker => worker.start()))
    const end = performance.now() + patienceMs
    for (let strike = 0; strike < strikes && (await unsettled(service)) > 0; strike++) {
      await sleep(Math.random() * 1_500)
      const worker = workers[strike % workers.length]
      if (strike % 4 === 3) {
        struck.freezes++
        await worker?.freeze(SLEEP_MS)
      } else {
        struck.kills++
        await worker?.killAndRestart()
      }
    }
    while ((await unsettled(service)) > 0 && performance.now() < end) await sleep(200)
    // What was woken, or is still on its way, has had the time to do something twice.
    await sleep(blindly ? 500 : 3_500)
    return { posts, ...struck, faults: faults.count, ...(await countAll(service, there.texts())) }
  } finally {
    for (const worker of workers) worker.stop()
    await service.close()
    cli.remove()
  }
}

/**
 * Chooses what goes wrong with a request, if anything. Requests that post are hit with every fault in turn, the first of them with one
 * after which nobody can tell whether it was done; of the others, some get no answer.
 */
class Faults {
  count = 0
  #posts = 0

  next({ method, url }: NetworkRequest): Fault | null {
    const isPost = method === 'POST' && POSTS.test(url.pathname)
    const isFirst = isPost && this.#posts === 0
    if (!isFirst && Math.random() > FAULT_RATE) return null
    this.count++
    if (isPost) return FAULTS[(FAULTS.indexOf('drop after') + this.#posts++) % FAULTS.length] ?? null
    return Math.random() < 0.5 ? 'drop before' : 'broken before'
  }
}

const POSTS = /\/(?:com\.atproto\.repo\.createRecord|statuses|2\/tweets|rest\/posts)$/

interface Network extends AsyncDisposable {
  name: NetworkName
  server: NetworkServer
  host: string
  /** What connects the account. */
  request: ConnectRequest
  /** The configuration of workers. */
  env: Record<string, string>
  /** Of all posts on it. */
  texts(): string[]
}

const NETWORKS: Record<NetworkName, (forgetful: boolean) => Promise<Network>> = {
  async bluesky() {
    const server = await aBlueskyServer()
    const texts = () => [...server.records.values()].map(({ text }) => text)
    const request = { instance: null, handle: server.handle, secret: server.anAppPassword() }
    const env = { TIDINGS_BLUESKY_URL: server.origin, TIDINGS_PLC_URL: server.origin }
    return aNetwork('bluesky', server, { request, env, texts })
  },
  async mastodon(forgetful) {
    const server = await aMastodonServer({ forgetful })
    const texts = () => server.statuses.map(({ text }) => text)
    const request = { instance: server.origin, handle: null, secret: server.aToken() }
    return aNetwork('mastodon', server, { request, env: {}, texts })
  },
  async x(forgetful) {
    const server = await anXServer({ forgetful })
    const texts = () => server.posts.map(({ text }) => text)
    const request = { instance: null, handle: null, secret: server.aRefreshToken() }
    return aNetwork('x', server, { request, env: applicationEnv('X', server), texts })
  },
  async linkedin(forgetful) {
    const server = await aLinkedInServer({ forgetful })
    const texts = () => server.posts.map(({ commentary }) => plainText(commentary))
    const request = { instance: null, handle: 'company/acme', secret: server.aToken() }
    return aNetwork('linkedin', server, { request, env: applicationEnv('LINKEDIN', server), texts })
  },
}

const applicationEnv = (name: string, { origin, application }: XServer | LinkedInServer) => ({
  [`TIDINGS_${name}_URL`]: origin,
  [`TIDINGS_${name}_API_URL`]: origin,
  [`TIDINGS_${name}_CLIENT_ID`]: application.id,
  [`TIDINGS_${name}_CLIENT_SECRET`]: application.secret,
})

const aNetwork = (
  name: NetworkName,
  server: NetworkServer,
  rest: Pick<Network, 'request' | 'env' | 'texts'>,
): Network => ({
  ...{ name, server, ...rest },
  host: new URL(server.origin).host,
  [Symbol.asyncDispose]: () => server.close(),
})

/** A social account, and so many entries that are published and to be posted at once. */
async function prepare(service: Service, publicId: string, there: Network, posts: number): Promise<void> {
  const { db, clock, ids } = service
  const account = await accountByPublicId(db.read, publicId)
  const action: EntryContext = { ...service, actor: 'test' }
  await connectWithSecret(
    openSocial(service, 'test'),
    { accountId: account.id, network: there.name },
    there.request,
  )
  await db.write(tx => changePostDelay(tx, action, account.id, 0))
  const place = { host: 'github.com', repo: 'acme/app' }
  const repository = await db.write(tx => findOrCreateRepository(tx, clock, ids, account.id, place))
  const judged = Array.from({ length: posts }, (_, number) => ({
    pull: aPull({ ...place, number: number + 1, mergedAt: clock.now() }),
    classification: DECIDED,
    pitch: { headline: `News number ${number + 1} of many`, body: '', writer: 'offline' as const },
    inputHash: String(number),
  }))
  await db.write(tx => ingest(tx, action, repository, judged, { publish: false, drafts: true, live: true }))
  const drafts = await db.read.selectFrom('entry').select('id').execute()
  await db.write(async tx => {
    for (const { id } of drafts) await publishEntry(tx, action, id)
  })
}

const DECIDED: Classification = {
  ...{ visibility: 'user-facing', kind: 'feature', magnitude: 'minor', confidence: 'high' },
  ...{ score: 1, reason: 'So it was decided.', evidence: [], layer: 'model', version: 'test' },
}

/** Posts that may still change by themselves. */
async function unsettled({ db }: Service): Promise<number> {
  const { n } = await db.read
    .selectFrom('post')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(where =>
      where.or([
        where('state', 'in', ['planned', 'attempting']),
        where.and([
          where('state', '=', 'unknown'),
          where.exists(
            where
              .selectFrom('job')
              .select('id')
              .where('kind', '=', 'social post')
              .where('available_at', 'is not', null),
          ),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(n)
}

async function countAll({ db }: Service, there: readonly string[]) {
  const rows = await db.read.selectFrom('post').select(['state', 'text', 'reason']).execute()
  const times = new Map(
    Object.entries(Object.groupBy(there, text => text)).map(([text, all]) => [text, all?.length ?? 0]),
  )
  const inState = (state: string) => rows.filter(row => row.state === state)
  const [posted, failed, unknown] = [inState('posted'), inState('failed'), inState('unknown')]
  return {
    posted: posted.length,
    failed: failed.length,
    unknown: unknown.length,
    duplicates: [...times.values()].filter(count => count > 1).length,
    missing: posted.filter(({ text }) => !times.has(text)).length,
    unsettled: rows.length - posted.length - failed.length - unknown.length,
    unexplained: [...failed, ...unknown].filter(({ reason }) => !reason).length,
  }
}

export const isUnharmedPosting = ({ duplicates, missing, unsettled, unexplained }: PostingOutcome): boolean =>
  [duplicates, missing, unsettled, unexplained].every(count => count === 0)

const WORKER = fileURLToPath(new URL('./posting-worker.ts', import.meta.url))

class PostingWorker {
  readonly #env: Record<string, string>
  readonly #directory: string
  readonly #words: string[]
  #process: ReturnType<typeof spawn> | undefined

  constructor(env: Record<string, string>, directory: string, blindly: boolean) {
    this.#env = env
    this.#directory = directory
    this.#words = blindly ? ['blindly'] : []
  }

  async start(): Promise<void> {
    const env = { PATH: process.env.PATH, HOME: this.#directory, ...this.#env }
    this.#process = spawn(process.execPath, [WORKER, ...this.#words], { cwd: this.#directory, env })
    this.#process.stderr?.resume()
    if (this.#process.stdout) await once(this.#process.stdout, 'data')
  }

  async killAndRestart(): Promise<void> {
    const ended = this.#process && once(this.#process, 'exit')
    this.stop()
    await ended
    await this.start()
  }

  async freeze(milliseconds: number): Promise<void> {
    this.#process?.kill('SIGSTOP')
    await sleep(milliseconds)
    this.#process?.kill('SIGCONT')
  }

  stop(): void {
    this.#process?.kill('SIGKILL')
  }
}
