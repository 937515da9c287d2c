import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { accountByPublicId } from '#accounts/account.ts'
import { readConfig } from '#app/config/config.ts'
import { openService } from '#app/open.ts'
import type { Service } from '#app/service.ts'
import { openSocial } from '#app/social.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import type { DatabaseLocation } from '#platform/db/open.ts'
import { connectWithSecret } from '#social/accounts/connect.ts'
import type { ConnectRequest } from '#social/network.ts'
import type { NetworkName } from '#social/settings.ts'
import { environmentOf, LOCAL_NETWORKS, type LocalNetwork } from '../networks/local.ts'
import { FAULTS, type Fault, type NetworkRequest } from '../networks/server.ts'
import { until } from '../until.ts'
import { aField, leasesOver, mergePulls } from './harness.ts'
import { startWorker } from './server-processes.ts'

/** A run in which workers that are killed and frozen post to a network that misbehaves. */
export interface PostingUnderFire {
  location: DatabaseLocation
  network: NetworkName
  posts: number
  /** Kills or freezes of a worker. */
  strikes: number
  /** Whether the workers post before they store that they will, for the test of this harness itself. */
  blindly?: boolean
  patienceMs?: number
}

interface PostingOutcome {
  posts: number
  kills: number
  freezes: number
  faults: number
  posted: number
  failed: number
  unknown: number
  /** Posts that are on the network more than once. */
  duplicates: number
  /** Posts that are recorded as posted but are not on the network. */
  missing: number
  /** Posts that are neither posted, failed nor unknown at the end. */
  unsettled: number
  /** Posts that failed or are unknown without a reason. */
  unexplained: number
}

/** The share of requests that a fault hits. */
const FAULT_RATE = 0.3
/** A strike comes after fewer requests than this. */
const MOST_REQUESTS = 8

export async function postUnderFire(given: PostingUnderFire): Promise<PostingOutcome> {
  const { location, network, posts, strikes, blindly = false, patienceMs = 300_000 } = given
  await using there = await LOCAL_NETWORKS[network](blindly)
  const { host } = new URL(there.server.origin)
  await using field = await aField(location, {
    ...environmentOf(there.server),
    TIDINGS_PRIVATE_HOSTS: host,
  })
  const { cli, processes } = field
  const config = readConfig(cli.env, cli.directory, () => '')
  const service = await openService(config, () => {}, { migrate: false })
  const struck = { kills: 0, freezes: 0 }
  try {
    await prepare(service, field.account, given.network, there.request, posts)
    const faults = new Faults(there)
    there.server.misbehave(request => faults.next(request))
    const words = blindly ? ['blindly'] : []
    const start = () => startWorker(() => cli.startScript(WORKER, ...words))
    processes.push(...(await Promise.all([start(), start()])))
    for (let strike = 0; strike < strikes && (await unsettled(service)) > 0; strike++) {
      const enough = faults.requests + randomInt(1, MOST_REQUESTS)
      await until(async () => faults.requests >= enough || (await unsettled(service)) === 0)
      const worker = processes[strike % processes.length]
      if (strike % 4 === 3) {
        struck.freezes++
        await worker?.freeze(leasesOver(service.db))
      } else {
        struck.kills++
        await worker?.killAndRestart()
      }
    }
    const settled = async () => (await unsettled(service)) === 0
    await until(settled, 'the end of all posts', patienceMs).catch(() => {})
    return { posts, ...struck, faults: faults.count, ...(await countAll(service, there.texts())) }
  } finally {
    await service.close()
  }
}

/**
 * Chooses what goes wrong with a request, if anything. Requests that publish a post are hit with every fault in turn, first with one
 * after which nobody can tell whether the post was published. Some other requests get no answer or the status 502.
 */
class Faults {
  count = 0
  requests = 0
  #posts = 0
  readonly #there: LocalNetwork

  constructor(there: LocalNetwork) {
    this.#there = there
  }

  next(request: NetworkRequest): Fault | null {
    this.requests++
    const isPost = this.#there.isPublish(request)
    const isFirst = isPost && this.#posts === 0
    if (!isFirst && Math.random() > FAULT_RATE) return null
    this.count++
    if (isPost) return FAULTS[(FAULTS.indexOf('drop after') + this.#posts++) % FAULTS.length] ?? null
    return Math.random() < 0.5 ? 'drop before' : 'broken before'
  }
}

/** Connects a social account, and publishes this many entries, which are to be posted at once. */
async function prepare(
  service: Service,
  publicId: string,
  network: NetworkName,
  request: ConnectRequest,
  posts: number,
): Promise<void> {
  const { db } = service
  const { id: accountId } = await accountByPublicId(db.read, publicId)
  const action: EntryContext = { ...service, actor: 'test' }
  await connectWithSecret(openSocial(service, 'test'), { accountId, network }, request)
  await mergePulls(db, action, accountId, { from: 1, many: posts, magnitude: 'minor' })
  const drafts = await db.read.selectFrom('entry').select('id').execute()
  await db.write(async tx => {
    for (const { id } of drafts) await publishEntry(tx, action, id)
    await tx.updateTable('post').set({ due_at: service.clock.now() }).execute()
  })
}

/** The number of posts that may still change by themselves. */
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
