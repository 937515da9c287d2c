import { join } from 'node:path'
import { type Audience, createToken, validToken } from '#auth/tokens.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { type DatabaseLocation, openDatabase } from '#platform/db/open.ts'
import { randomIds } from '#platform/ids.ts'
import { startPostgres } from '#testing/postgres.ts'
import { BIG_ACCOUNT, fillLedger, RAREST } from '../ledger.ts'
import { ask, latencies, type Question } from '../load.ts'
import { type Bench, type BenchContext, comparedRow, type Row } from '../row.ts'
import { type Server, startBare, startTidings } from '../servers.ts'
import { compare, median, percentile } from '../statistics.ts'
import { timedRow } from '../yardstick.ts'

const CLIENTS = 50
const SMALL_TABLE = 10_000
const SMOKE_SIZES = { small: 500, large: 2_000 }

/** Requests a second of all clients together: eight times what fifty tokens may send by default. */
const RATE = 800

const QUERIES: readonly [name: string, query: string][] = [
  ['a page of two weeks', ''],
  ['the rarest kind of a year', `?days=365&kinds=${RAREST}`],
  ['all kinds of a year but one', `?days=365&kinds=${KINDS.slice(0, -1).join(',')}`],
]

/** Measures the highlights query over HTTP on SQLite, each client with its own token, in a small table and in a large one. */
export const highlightsOnSqlite: Bench = {
  name: 'highlights-sqlite',
  run: context =>
    onEngine('SQLite', context, size => ({
      engine: 'sqlite',
      file: join(context.scratch, `highlights-${size}`, 'tidings.db'),
    })),
}

/** Measures the highlights query on PostgreSQL, without syncs to the disk, so that a large table is filled in seconds. */
export const highlightsOnPostgres: Bench = {
  name: 'highlights-postgres',
  async run(context) {
    const [small, large] = [await startPostgres(NEVER_SYNCED), await startPostgres(NEVER_SYNCED)]
    const urls = { small: small.url, large: large.url }
    try {
      return await onEngine('PostgreSQL', context, size => ({ engine: 'postgres', url: urls[size] }))
    } finally {
      await Promise.all([small.stop(), large.stop()])
    }
  },
}

const NEVER_SYNCED = { fsync: 'off', full_page_writes: 'off' }

type Size = keyof typeof SMOKE_SIZES

async function onEngine(
  engine: string,
  context: BenchContext,
  locationOf: (size: Size) => DatabaseLocation,
): Promise<Row[]> {
  const sizes = context.smoke ? SMOKE_SIZES : { small: SMALL_TABLE, large: context.largeTable }
  const small = await begin(context, locationOf('small'), sizes.small)
  const large = await begin(context, locationOf('large'), sizes.large)
  try {
    const rows: Row[] = []
    for (const [name, query] of QUERIES)
      rows.push(...(await compared(engine, context, name, query, small, large)))
    return [...rows, await toolCall(engine, context, large), await tokenCheck(engine, context, large)]
  } finally {
    await Promise.all([small.end(), large.end()])
  }
}

/** A filled database with a server over it. */
interface Stage {
  db: Database
  tokens: string[]
  /** The clients' tokens for the MCP server. */
  mcpTokens: string[]
  server: Server
  end(): Promise<void>
}

async function begin({ scratch }: BenchContext, location: DatabaseLocation, count: number): Promise<Stage> {
  const db = await openDatabase(location, { migrate: true })
  await fillLedger(db, count, Date.now())
  const tokensFor = (audience: Audience) =>
    Promise.all(Array.from({ length: CLIENTS }, () => aToken(db, audience)))
  const [tokens, mcpTokens] = [await tokensFor('api'), await tokensFor('mcp')]
  const place: Record<string, string> =
    location.engine === 'postgres'
      ? { DATABASE_URL: location.url, TIDINGS_DATA: scratch }
      : { TIDINGS_DATA: join(location.file, '..') }
  const server = await startTidings('web', { ...place, TIDINGS_REQUESTS_PER_MINUTE: '1000000' })
  return {
    db,
    tokens,
    mcpTokens,
    server,
    async end() {
      await server.stop()
      await db.close()
    },
  }
}

async function aToken(db: Database, audience: Audience): Promise<string> {
  const keeper = { clock: systemClock, ids: randomIds, actor: 'bench' }
  const wanted = { name: 'bench', audience, expiresAt: null }
  return (await db.write(tx => createToken(tx, keeper, BIG_ACCOUNT, wanted))).text
}

const ROUNDS = { full: 3, smoke: 1 }
const ANSWERS = { full: 2_000, smoke: 200 }
const lengthOf = ({ smoke }: BenchContext): 'full' | 'smoke' => (smoke ? 'smoke' : 'full')

/**
 * Compares how long answers take and what each costs the server, in the large and the small table in turns: when every client asks again
 * at once, which loads the machine fully, and at a rate that it can sustain.
 */
async function compared(
  engine: string,
  context: BenchContext,
  name: string,
  query: string,
  small: Stage,
  large: Stage,
): Promise<Row[]> {
  const [atLarge, atSmall] = [aMeter(large, query, context), aMeter(small, query, context)]
  await compare(ROUNDS[lengthOf(context)], atLarge.measure, atSmall.measure)
  const paced = await latencies(
    large.server.port,
    large.tokens.map(askFor(query)),
    ANSWERS[lengthOf(context)],
    RATE,
  )
  const label = `${name}, ${engine}, ${CLIENTS} clients`
  return [
    timedRow(`${label}, p99 in ms at ${RATE} a second`, percentile(paced, 99), { most: 20 }),
    await againstBare(label, query, context, large),
    comparedRow(
      `${label}, the server's processor time an answer in µs, large table to small`,
      {
        value: atLarge.cost(),
        reference: atSmall.cost(),
        ratio: atLarge.cost() / atSmall.cost(),
      },
      { most: 1.5 },
    ),
  ]
}

/** A meter that asks the same question over and over and keeps what the answers cost. */
function aMeter({ server, tokens }: Stage, query: string, context: BenchContext) {
  const costs: number[] = []
  return {
    cost: () => median(costs),
    async measure() {
      const before = await server.usage()
      const took = await latencies(server.port, tokens.map(askFor(query)), ANSWERS[lengthOf(context)])
      costs.push((((await server.usage()).cpuMs - before.cpuMs) / took.length) * 1_000)
      return median(took)
    },
  }
}

const askFor =
  (query: string) =>
  (token: string): Question => ({
    path: `/api/v1/highlights${query}`,
    headers: { authorization: `Bearer ${token}` },
  })

/** Compares the query with a bare node:http server that sends the same bytes to the same clients. */
async function againstBare(label: string, query: string, context: BenchContext, stage: Stage): Promise<Row> {
  const questions = stage.tokens.map(askFor(query))
  const answer = await ask(stage.server.port, questions[0] as Question)
  const bare = await startBare(join(context.scratch, 'highlights-bare.json'), answer)
  const middle = (port: number) => async () =>
    median(await latencies(port, questions, ANSWERS[lengthOf(context)]))
  try {
    const measured = await compare(ROUNDS[lengthOf(context)], middle(stage.server.port), middle(bare.port))
    return comparedRow(`${label}, p50 in ms, to bare node:http`, measured, { most: 2.5 })
  } finally {
    await bare.stop()
  }
}

/** Compares a call of the MCP tool, in the newest protocol revision, with the HTTP query for the same page. */
async function toolCall(engine: string, context: BenchContext, stage: Stage): Promise<Row> {
  const measure = (questions: Question[]) => async () =>
    median(await latencies(stage.server.port, questions, ANSWERS[lengthOf(context)]))
  const label = `MCP tool call, a page of two weeks, ${engine}, ${CLIENTS} clients, p50 in ms, to the HTTP query`
  const calls = stage.mcpTokens.map(callWith)
  const queries = stage.tokens.map(askFor(''))
  return comparedRow(label, await compare(ROUNDS[lengthOf(context)], measure(calls), measure(queries)), {
    most: 5,
  })
}

const PROTOCOL = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const callWith = (token: string): Question => ({
  path: '/mcp',
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': PROTOCOL,
    'mcp-method': 'tools/call',
    'mcp-name': 'get_highlights',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_highlights', arguments: {}, _meta: META },
  }),
})

async function tokenCheck(engine: string, { smoke }: BenchContext, { db, tokens }: Stage): Promise<Row> {
  const times: number[] = []
  for (let n = 0; n < (smoke ? 100 : 5_000); n++) {
    const start = performance.now()
    await validToken(db.read, Date.now(), tokens[n % CLIENTS] ?? '', 'api')
    times.push(performance.now() - start)
  }
  return timedRow(`token check, ${engine}, p50 in ms`, median(times), { most: 1 })
}
