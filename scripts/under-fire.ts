import { parseArgs } from 'node:util'
import type { Engine } from '#platform/db/database.ts'
import { NETWORKS } from '#social/settings.ts'
import { fight, isWhole } from '#testing/under-fire/callbacks.ts'
import { onNewDatabase } from '#testing/under-fire/harness.ts'
import { isUnharmedPosting, postUnderFire } from '#testing/under-fire/posting.ts'
import { besiege, isUnharmed } from '#testing/under-fire/publishing.ts'

// Kills and freezes processes while callbacks come in, entries come due, or posts go out to networks that misbehave:
// npx node scripts/under-fire.ts callbacks --rounds 20 --deliveries 2000
// npx node scripts/under-fire.ts publishing --rounds 200 --engine sqlite
// npx node scripts/under-fire.ts posting --posts 500 --strikes 60 --network all

const options = {
  engine: { type: 'string', default: 'both' },
  rounds: { type: 'string', default: '20' },
  /** Callbacks: how many deliveries arrive in each round. */
  deliveries: { type: 'string', default: '2000' },
  /** Callbacks: whether PostgreSQL stops in the middle of each round until callbacks have been refused. */
  outage: { type: 'boolean', default: false },
  /** Publishing: how many of the rounds freeze a process past its lease instead of killing it. */
  freezes: { type: 'string', default: '0' },
  posts: { type: 'string', default: '100' },
  /** Posting: how often a worker is killed or frozen. */
  strikes: { type: 'string', default: '20' },
  network: { type: 'string', default: 'all' },
} as const

const { values, positionals } = parseArgs({ options, allowPositionals: true })
const [rounds, deliveries, freezes, posts, strikes] = [
  ...[values.rounds, values.deliveries],
  ...[values.freezes, values.posts, values.strikes],
].map(Number) as [number, number, number, number, number]

function report(what: string, isUnbroken: boolean, outcome: object): void {
  if (!isUnbroken) process.exitCode = 1
  process.stdout.write(`${what} ${isUnbroken ? 'unharmed' : 'BROKEN'} ${JSON.stringify(outcome)}\n`)
}

const SCENARIOS: Record<string, (engine: Engine) => Promise<void>> = {
  async callbacks(engine) {
    for (let round = 1; round <= rounds; round++)
      await onNewDatabase(engine, async (location, server) => {
        const midway = async (refused: () => Promise<unknown>) => {
          await server?.halt('immediate')
          await refused()
          await server?.resume()
        }
        const battle = { location, deliveries, killsAfter: [5, 100] as const }
        const after = await fight({ ...battle, ...(server && values.outage && { midway }) })
        report(`${round} ${engine}`, isWhole(after), after)
      })
  },
  publishing: engine =>
    onNewDatabase(engine, async location => {
      const onRound = (round: number) =>
        round % 10 === 0 && process.stderr.write(`${engine} round ${round}\n`)
      const after = await besiege({ location, rounds, freezes, onRound })
      report(engine, isUnharmed(after), after)
    }),
  async posting(engine) {
    for (const network of NETWORKS)
      if (values.network === 'all' || values.network === network)
        await onNewDatabase(engine, async location => {
          const after = await postUnderFire({ location, network, posts, strikes })
          report(`${engine} ${network}`, isUnharmedPosting(after), after)
        })
  },
}

const scenario = SCENARIOS[positionals[0] ?? '']
if (!scenario) throw new Error(`Name a scenario: ${Object.keys(SCENARIOS).join(', ')}.`)
for (const engine of ['sqlite', 'postgres'] as const)
  if (values.engine === 'both' || values.engine === engine) await scenario(engine)
