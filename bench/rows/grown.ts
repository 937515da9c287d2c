import { findFeed, readFeed } from '#changelog/feeds/read-feed.ts'
import { HighlightAnswers } from '#changelog/highlights/highlights.ts'
import { parseHighlightsRequest } from '#changelog/highlights/request.ts'
import { inboxPage } from '#changelog/inbox/inbox.ts'
import { countsOf } from '#changelog/inbox/items.ts'
import { findPage } from '#changelog/page/find-page.ts'
import { listDocument } from '#changelog/page/page.ts'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { prune } from '#pipeline/maintenance/prune.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { claimJobs } from '#platform/jobs/queue.ts'
import { ledgerPage } from '#pulls/ledger-page.ts'
import { startPostgres } from '#testing/postgres.ts'
import { fillInstallation, MERGES_EACH } from '../installation.ts'
import { type Bench, comparedRow, type Row } from '../row.ts'
import { compare, median } from '../statistics.ts'

/** How many times as many merges the large installation has as the small one. */
const PART = 100
const SMOKE_MERGES = { small: 800, large: 4_000 }
const CALLS = 40
const ROUNDS = { full: 3, smoke: 1 }

/** The most that a question about an account may cost in the large installation, as a multiple of its cost in the small one. */
const FLAT = 1.6

/**
 * Compares the most frequent queries of people, readers and workers in an installation of many accounts with those in one of a hundredth
 * the size, on PostgreSQL. Every call is for another account, so that the database finds little in its cache.
 */
export const grown: Bench = {
  name: 'grown',
  async run({ smoke, largeTable }) {
    const sizes = smoke ? SMOKE_MERGES : { small: largeTable / PART, large: largeTable }
    const small = await begin(sizes.small)
    const large = await begin(sizes.large)
    try {
      const rows: Row[] = []
      for (const [name, ask] of Object.entries(QUESTIONS)) {
        const measure = (stage: Stage) => () => callMs(stage, ask)
        const measured = await compare(ROUNDS[smoke ? 'smoke' : 'full'], measure(large), measure(small))
        const label = `${name}, ms, ${large.accounts.length} accounts to ${small.accounts.length}`
        rows.push(comparedRow(label, measured, { most: FLAT }))
      }
      return [...rows, ...(await onceEach(large, small))]
    } finally {
      await Promise.all([small.end(), large.end()])
    }
  },
}

interface Stage {
  db: Database
  accounts: readonly { id: string; publicId: string }[]
  next: number
  end(): Promise<void>
}

async function begin(merges: number): Promise<Stage> {
  // The data of a benchmark need not survive a crash, so PostgreSQL may skip its syncs.
  const server = await startPostgres({ fsync: 'off', full_page_writes: 'off', shared_buffers: '512MB' })
  const db = await openDatabase({ engine: 'postgres', url: server.url }, { migrate: true })
  const accounts = await fillInstallation(db, server.url, Math.max(1, Math.round(merges / MERGES_EACH)))
  return {
    db,
    accounts,
    next: 0,
    async end() {
      await db.close()
      await server.stop()
    },
  }
}

type Ask = (db: Database, account: { id: string; publicId: string }) => Promise<unknown>

async function callMs(stage: Stage, ask: Ask): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    // The step is a prime that divides no likely number of accounts, so that every account is called before any is called twice.
    stage.next = (stage.next + 7_919) % stage.accounts.length
    const account = stage.accounts[stage.next]
    if (!account) throw new Error('There is no account.')
    const begun = performance.now()
    await ask(stage.db, account)
    times.push(performance.now() - begun)
  }
  return median(times)
}

const CONTEXT = { clock: systemClock, ids: randomIds, actor: 'bench', effects: [] }
const BASE = 'http://x'
const WEEK = parseHighlightsRequest([])

const QUESTIONS: Record<string, Ask> = {
  async 'a feed that is not in memory'(db, { publicId }) {
    const feed = await findFeed(db.read, publicId, null)
    if (!feed) throw new Error('The feed was not found.')
    await readFeed(db.read, feed, { baseUrl: BASE, address: `${BASE}/feed`, docs: `${BASE}/docs` })
  },
  async 'a page that is not in memory'(db, { publicId }) {
    const page = await findPage(db.read, { path: publicId }, null)
    if (!page) throw new Error('The page was not found.')
    const where = {
      baseUrl: BASE,
      root: '/c/x',
      siteRoot: '/c/x',
      prefix: '',
      isCapability: true,
      fonts: NO_FONTS,
    }
    await listDocument({ db, page, ...where }, { kind: null, search: '', before: null })
  },
  highlights: (db, { id }) => new HighlightAnswers({ db, clock: systemClock }).answer(id, WEEK),
  'the inbox': (db, { id }) => inboxPage(db, { accountId: id, limit: 50 }),
  'the counts of the dashboard': (db, { id }) => countsOf(db.read, id),
  'the ledger': (db, { id }) => ledgerPage(db, { accountId: id, limit: 50 }),
  'a search of the ledger': (db, { id }) => ledgerPage(db, { accountId: id, limit: 50, text: 'receipts' }),
  'a worker takes eight jobs': db => claimJobs(db, randomIds, { most: 8, leaseMs: 1, kinds: ['delivery'] }),
  'a worker looks for due entries': db => publishDue(db, CONTEXT),
}

const NO_FONTS = { sans: '', serif: '' }

/** Compares the daily deletion of old data in the two installations. It may grow in proportion to the size of the installation. */
async function onceEach(large: Stage, small: Stage): Promise<Row[]> {
  const daily = async ({ db }: Stage) => {
    const begun = performance.now()
    const outcome = await prune({ ...CONTEXT, db }).run(new AbortController().signal)
    await db.write(outcome)
    return performance.now() - begun
  }
  const [value, reference] = [await daily(large), await daily(small)]
  return [
    comparedRow(
      'daily deletion of what is old, ms',
      { value, reference, ratio: value / reference },
      { most: PART },
    ),
  ]
}
