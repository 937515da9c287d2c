import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#platform/db/open.ts'
import { aCommandLine, type CommandLine } from '#testing/command-line.ts'
import { aPng } from '#testing/picture-server.ts'
import { startPostgres } from '#testing/postgres.ts'
import { SharedCache } from '../cdn/shared-cache.ts'
import { fillInstallation } from '../installation.ts'
import { type Bench, plainRow, type Row } from '../row.ts'
import { KEY, startTidings } from '../servers.ts'

/** The mean number of readers of an account. The first account has far more readers than the last. */
const CROWDS = { full: [20, 200, 2_000], smoke: [20] }
const ACCOUNTS = { full: 200, smoke: 10 }
const HOUR_S = 3_600
const WARM_UP_S = 600
/** A feed reader asks twice an hour. In that time one reader in twenty opens the page, with the image on it. */
const FEED_EVERY_S = 1_800
const LOOKS = 0.05
/** The share of feed requests that ask for Atom. */
const AS_ATOM = 0.75
const ENCODINGS = ['br', 'gzip', 'gzip', 'gzip']
/** The number of representations of an account: two feeds and the page, each in two encodings, and the image. */
const PER_SITE = 7
/** How old a document may be behind one cache, in seconds, as its `Cache-Control` says. */
const FRESH_S = 300

/**
 * Simulates an hour of readers in front of a shared cache, such as a CDN, that asks a real server and obeys the headers of its answers.
 * Measures how many requests the cache answers, how many reach the server, and how long readers still get a withdrawn entry. The clock of
 * the readers is simulated, so the hour takes a minute.
 */
export const cdn: Bench = {
  name: 'cdn',
  async run({ smoke, scratch }) {
    const size = smoke ? 'smoke' : 'full'
    const server = await startPostgres({ fsync: 'off' })
    const env = { DATABASE_URL: server.url, TIDINGS_ENCRYPTION_KEY: KEY, TIDINGS_DATA: join(scratch, 'cdn') }
    using cli = aCommandLine(env)
    const db = await openDatabase({ engine: 'postgres', url: server.url }, { migrate: true })
    const accounts = await fillInstallation(db, server.url, ACCOUNTS[size])
    await db.close()
    const sites = []
    for (const [n, { publicId }] of accounts.entries()) sites.push(await aSite(cli, publicId, n))
    const web = await startTidings('web', env)
    try {
      const rows: Row[] = []
      for (const readers of CROWDS[size]) rows.push(...(await anHour(web.port, sites, readers, cli)))
      return rows
    } finally {
      await web.stop()
      await server.stop()
    }
  },
}

/** The paths that readers of one account ask for. */
interface Site {
  atom: string
  json: string
  page: string
  image: string
  /** The id of the entry with the image. */
  entry: string
}

async function aSite(cli: CommandLine, account: string, n: number): Promise<Site> {
  writeFileSync(join(cli.directory, 'shown.png'), await aPng('teal', 400 + n, 300))
  const listed = await cli.json('entry', 'list', '--account', account, '--state', 'published')
  const entry = listed.entries[0].id
  const shown = await cli.json('entry', 'image', entry, '--file', 'shown.png', '--alt', 'A chart')
  return {
    ...{ atom: `/changelog/${account}`, json: `/changelog/${account}.json`, page: `/c/team-${n}` },
    ...{ image: `/images/${shown.image.sha256}.png`, entry },
  }
}

interface Request {
  /** The time of the request within the hour, in seconds. */
  at: number
  path: string
  encoding: string
}

async function anHour(
  port: number,
  sites: readonly Site[],
  readers: number,
  cli: CommandLine,
): Promise<Row[]> {
  const cache = new SharedCache(port)
  const requests = crowd(sites, readers)
  const [first] = sites
  if (!first) throw new Error('There is no account.')
  // Ten seconds into the second half hour, when the first readers have just asked again and the cache has a fresh copy.
  const withdrawnAt = HOUR_S / 2 + 10
  let [isWithdrawn, oldest] = [false, 0]
  let before: ReadonlySet<string> = new Set()
  for (const request of requests) {
    if (request.at >= withdrawnAt && !isWithdrawn) {
      isWithdrawn = true
      before = cache.etagsOf([first.atom, first.json, first.page])
      await cli.json('entry', 'withdraw', first.entry)
      // For a moment after another process has written, a web process may still serve what it read before.
      await sleep(1_000)
    }
    if (request.at < WARM_UP_S) cache.forget()
    const etag = await cache.answer(request)
    if (etag !== undefined && before.has(`${request.path} ${etag}`)) oldest = request.at - withdrawnAt
  }
  await cli.json('entry', 'publish', first.entry)
  const { hits, revalidated, fetched, bytes } = cache.counts
  const all = hits + revalidated + fetched
  const measuredS = HOUR_S - WARM_UP_S
  const who = `${readers} readers of each of ${sites.length} accounts`
  const perSecond = (count: number) => Math.round((count / measuredS) * 100) / 100
  return [
    plainRow(`requests of readers a second, ${who}`, perSecond(all), { least: 0 }),
    plainRow(`answered by the cache, %, ${who}`, Math.round((hits / all) * 1_000) / 10, { least: 10 }),
    plainRow(`left for the server, a second, ${who}`, perSecond(revalidated + fetched), {
      // However many readers there are, the cache asks for each representation once in five minutes.
      most: (sites.length * PER_SITE) / FRESH_S,
    }),
    plainRow(`of these with a body, a second, ${who}`, perSecond(fetched), { least: 0 }),
    plainRow(`kB a second from the server, ${who}`, perSecond(bytes / 1_000), { least: 0 }),
    plainRow(`seconds that a withdrawn entry was still read, at most, ${who}`, Math.round(oldest), {
      most: FRESH_S,
    }),
  ]
}

/** The requests of an hour in the order of time. An account's rank decides how many readers it has (Zipf); each has their own moment. */
function crowd(sites: readonly Site[], readers: number): Request[] {
  const random = seeded(readers)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const weights = sites.map((_, n) => 1 / (n + 1))
  const sum = weights.reduce((one, other) => one + other, 0)
  const requests: Request[] = []
  for (const [n, site] of sites.entries()) {
    const count = Math.max(1, Math.round(((weights[n] ?? 0) / sum) * readers * sites.length))
    for (let reader = 0; reader < count; reader++) {
      const [encoding, path] = [pick(ENCODINGS), random() < AS_ATOM ? site.atom : site.json]
      for (let at = random() * FEED_EVERY_S; at < HOUR_S; at += FEED_EVERY_S)
        requests.push({ at, path, encoding })
      if (random() >= LOOKS) continue
      const at = random() * HOUR_S
      requests.push({ at, path: site.page, encoding: 'br' }, { at, path: site.image, encoding: 'br' })
    }
  }
  return requests.sort((a, b) => a.at - b.at)
}

/** Random numbers that are the same in every run (mulberry32), so that the crowd is too. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
