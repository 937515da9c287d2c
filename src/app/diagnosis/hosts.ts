import { mapConcurrently } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import type { Config } from '../config/config.ts'
import { type Check, check, Fault } from './check.ts'

/** What hosts answered: one check, and by host how many seconds this machine's clock is ahead of it. */
export interface HostAnswers {
  check: Check
  skews: ReadonlyMap<string, number>
}

/** Asks each code host of a source, and the language model of the operator, for an answer of any kind. Sends no credentials. */
export async function askHosts(config: Config, db: Database | null): Promise<HostAnswers> {
  const skews = new Map<string, number>()
  const addresses = await addressesOf(config, db)
  const outbound = openOutbound({
    allow: allowed(config),
    timeoutMs: 10_000,
    idleMs: 5_000,
    maxBytes: 5_000_000,
  })
  try {
    const asked = await mapConcurrently(addresses, 4, async address => {
      const { host } = new URL(address)
      try {
        const response = await outbound.fetch(address, { method: 'HEAD', redirect: 'manual' })
        const date = Date.parse(response.headers.get('date') ?? '')
        if (!Number.isNaN(date)) skews.set(host, (Date.now() - date) / 1_000)
        return null
      } catch (error) {
        return `${host}: ${messageOf(error)}`
      }
    })
    return { skews, check: await check('hosts', async () => verdict(addresses, asked)) }
  } finally {
    await outbound.close()
  }
}

function verdict(addresses: readonly string[], asked: readonly (string | null)[]): string {
  const faults = asked.filter(fault => fault !== null)
  if (faults.length === 0)
    return addresses.length === 0 ? 'none is needed yet' : `${addresses.map(hostOf).join(', ')} answered`
  throw new Fault(
    faults.join(' '),
    'Let this machine connect to them. List those on a private network in TIDINGS_PRIVATE_HOSTS.',
  )
}

const hostOf = (address: string): string => new URL(address).host

/** The operator named the language model, which may therefore be private. */
const allowed = ({ privateHosts, languageModel }: Config): string[] =>
  languageModel?.baseUrl ? [...privateHosts, hostOf(languageModel.baseUrl)] : privateHosts

async function addressesOf({ languageModel }: Config, db: Database | null): Promise<string[]> {
  const sources =
    db === null ? [] : await db.read.selectFrom('source').select('api_url').distinct().limit(50).execute()
  const model = languageModel?.baseUrl
  return [...new Set([...sources.map(({ api_url }) => api_url), ...(model ? [model] : [])])]
}
