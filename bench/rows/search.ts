import { setTimeout as sleep } from 'node:timers/promises'
import { changePage } from '#changelog/page/settings.ts'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { aChangelog, type Changelog } from '#testing/changelog.ts'
import { startPostgres } from '#testing/postgres.ts'
import { ask } from '../load.ts'
import type { Bench, BenchContext, Row } from '../row.ts'
import { startTidings } from '../servers.ts'
import { timedRow } from '../yardstick.ts'

const SIZES = { full: 500, smoke: 40 }
const CHARACTERS = 20_000
/** The number of searches that one address sends at once. */
const SEARCHES = 30
const MOST_MS = 100

/** Texts that are long in different ways: one word, few words, many words, and markup that grows when it is rendered. */
const TEXTS: readonly ((n: number) => string)[] = [
  n => `q${n}`.repeat(CHARACTERS),
  () => 'receipts show the right currency. '.repeat(CHARACTERS),
  n => Array.from({ length: CHARACTERS }, (_, at) => `w${((at + n) * 7_919) % 99_991}`).join(' '),
  () => '*a* `b`\n'.repeat(CHARACTERS),
]

/** Measures how slowly the feed of an account that is publishing answers while many searches run on the long texts of another account. */
export const search: Bench = {
  name: 'search',
  async run(context) {
    const sqlite = await onEngine(context, 'SQLite', {
      engine: 'sqlite',
      file: `${context.scratch}/tidings.db`,
    })
    const server = await startPostgres()
    try {
      return [sqlite, await onEngine(context, 'PostgreSQL', { engine: 'postgres', url: server.url })]
    } finally {
      await server.stop()
    }
  },
}

async function onEngine(
  { smoke, scratch }: BenchContext,
  engine: string,
  location: DatabaseLocation,
): Promise<Row> {
  const db = await openDatabase(location, { migrate: true })
  const searched = await aChangelog(db, 'Searched')
  const other = await aChangelog(db, 'Other')
  await db.write(tx => changePage(tx, PAGE_CONTEXT, searched.account.id, { isOn: true }))
  for (let n = 0; n < SIZES[smoke ? 'smoke' : 'full']; n++) {
    const body = TEXTS[n % TEXTS.length]?.(n).slice(0, CHARACTERS) ?? ''
    await searched.publish({ title: `Entry ${n}`, body })
  }
  const server = await startTidings('web', {
    TIDINGS_DATA: scratch,
    ...(location.engine === 'postgres' && { DATABASE_URL: location.url }),
  })
  try {
    const worst = await worstOfOther(server.port, searched, other)
    const name = `another account's feed during ${SEARCHES} searches at once, ${engine}, worst in ms`
    return timedRow(name, worst, { most: MOST_MS })
  } finally {
    await server.stop()
    await db.close()
  }
}

const PAGE_CONTEXT = {
  clock: systemClock,
  ids: randomIds,
  actor: 'bench',
  hostRules: { operatorHosts: [], proof: 'off' as const },
}

async function worstOfOther(port: number, searched: Changelog, other: Changelog): Promise<number> {
  const feed = { path: `/changelog/${other.account.publicId}`, headers: {} }
  // Warms up the server, so that its threads, connections and statements are there.
  await other.publish({ title: 'News', body: 'It is **here**.' })
  await ask(port, feed)
  await ask(port, { path: `/c/${searched.account.publicId}?q=entry`, headers: {} })
  let waiting = SEARCHES
  const answers = Array.from({ length: SEARCHES }, async (_, n) => {
    const path = `/c/${searched.account.publicId}?q=${encodeURIComponent(`${QUESTIONS[n % QUESTIONS.length]}${'.'.repeat(n)}`)}`
    await ask(port, { path, headers: { 'accept-encoding': 'gzip' } })
    waiting -= 1
  })
  const times: number[] = []
  while (waiting > 0) {
    await other.publish({ title: `News ${times.length}`, body: `Part ${times.length} is **here**.` })
    const begun = performance.now()
    const { status } = await ask(port, feed)
    if (status !== 200) throw new Error(`The feed answers ${status}.`)
    times.push(performance.now() - begun)
    await sleep(20)
  }
  await Promise.all(answers)
  return Math.max(...times)
}

const QUESTIONS = [
  'entry',
  'q1',
  'w1',
  'receipts',
  'a b',
  `${'q7'.repeat(45)}`,
  'right currency',
  'Entry 1',
  'unheard',
]
