import { networks, openMail, openSignInProvider } from '#app/registry.ts'
import { countAccounts, hostsOfPages } from '#changelog/page/address/hosts.ts'
import { healthChecks } from '#pipeline/maintenance/health.ts'
import { countOfOlderMarks } from '#pipeline/reviewing/review-states.ts'
import { systemClock } from '#platform/clock.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import { countOfOlderKeys } from '#platform/db/sealed-columns.ts'
import { hasVault } from '#platform/db/vault.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { openBackground } from '../background.ts'
import type { Config } from '../config/config.ts'
import { checkEncryption, openEncryption } from '../encryption.ts'
import { SEALED_COLUMNS } from '../sealed-columns.ts'
import { check, type DiagnosisCheck, DiagnosisFault } from './check.ts'
import { backgroundThread, clock, dataDirectory, git, variables, writeSpeed } from './machine.ts'

/** The result of opening the database. `db` is null if the embedded database does not exist yet, or could not be opened. */
export interface Opened {
  db: Database | null
  failure: unknown
}

/**
 * Checks everything that Tidings needs, and measures the disk, the database and the background thread. Writes
 * only a file beside the database, which it removes.
 */
export async function diagnose(
  config: Config,
  { db, failure }: Opened,
  env: Record<string, string | undefined>,
): Promise<DiagnosisCheck[]> {
  const opened = async () => {
    if (failure) throw failure
    return db
  }
  const hosts = await askHosts(config, db)
  return [
    await check('node', async () => process.version),
    await check('git', git),
    await check('variables', () => variables(config, env)),
    await check('data directory', () => dataDirectory(config)),
    await check('database', async () => database(await opened())),
    await check('writing', () => writeSpeed(config, db)),
    await check('clock', () => clock(db, hosts.skews)),
    await check('encryption key', async () => encryptionKey(config, await opened())),
    await check('background thread', () => withBackground(config)),
    ...(db === null ? [] : await backlogChecks(db)),
    await check('host names', () => hostNames(config, db)),
    hosts.check,
    await check('mail', () => mail(config)),
    await check('single sign-on', () => singleSignOn(config)),
    await check('social networks', () => socialNetworks(config)),
  ]
}

async function database(db: Database | null): Promise<string> {
  if (!db) return 'is created at the first start'
  await db.ping()
  const n = await countAccounts(db.read)
  return `${db.engine}, up to date, ${n} ${n === 1 ? 'account' : 'accounts'}`
}

/** Which encryption key is used. Throws if an older key is still needed. */
async function encryptionKey(config: Config, db: Database | null): Promise<string> {
  const detail = await checkEncryption(config, db)
  if (db === null || !(await hasVault(db))) return detail
  const secrets = await openEncryption(config, db)
  const count = await countOfOlderKeys(db.read, secrets, SEALED_COLUMNS)
  const marks = await countOfOlderMarks(db.read, secrets.fingerprint)
  const needs = [
    ...(count === 0
      ? []
      : [
          `${count} ${count === 1 ? 'secret needs' : 'secrets need'} an older one until "tidings key rotate" has run`,
        ]),
    ...(marks === 0
      ? []
      : [
          `${marks} ${marks === 1 ? 'comment of a review was' : 'comments of reviews were'} signed with an older one, until the pull request changes`,
        ]),
  ]
  return [detail, ...(needs.length === 0 ? ['nothing needs an older one'] : needs)].join('; ')
}

async function withBackground(config: Config): Promise<string> {
  const background = openBackground(config.database)
  try {
    return await backgroundThread(background)
  } finally {
    await background.close()
  }
}

/** The remedies for faults that health checks find, by name of the check. */
const REMEDIES: Record<string, string> = {
  jobs: 'They wait for a worker. List them with "tidings jobs list".',
  publishing: 'List them with "tidings jobs list".',
  classification: 'List them with "tidings pull list --state unclassified".',
}

/** Whether jobs, entries or pull requests need attention. Whether a worker runs is not checked: doctor also runs before the first start. */
async function backlogChecks(db: Database): Promise<DiagnosisCheck[]> {
  const checks = await healthChecks(db)
  return checks.flatMap(({ name, status, detail }) => {
    const remedy = REMEDIES[name]
    const ok = status === 'ok'
    return remedy ? [{ name, ok, detail, remedy: ok ? null : remedy }] : []
  })
}

/** Checks the host names of changelog pages. A host name that waits for its proof is left to its owner. */
async function hostNames({ hostProof }: Config, db: Database | null): Promise<string> {
  if (!db) return 'none'
  const accounts = await countAccounts(db.read)
  if (hostProof === 'off' && accounts > 1)
    throw new DiagnosisFault(`TIDINGS_HOST_PROOF=off has no effect with ${accounts} accounts.`, 'Remove it.')
  const { served, waiting } = await hostsOfPages(db.read)
  const records = waiting.length === 1 ? 'waits for its DNS record' : 'wait for their DNS records'
  const rest = waiting.length > 0 ? `, ${waiting.length} ${records}: ${waiting.join(', ')}` : ''
  return `${served.length} ${served.length === 1 ? 'serves' : 'serve'}${rest}`
}

async function mail(config: Config): Promise<string> {
  try {
    return await (await openMail(config.mail, () => {})).check()
  } catch (error) {
    throw new DiagnosisFault(
      messageOf(error),
      'Check TIDINGS_SMTP_URL, and that this machine may connect to the server.',
    )
  }
}

/** Checks the OpenID Connect provider. Throws if it cannot be reached, or is not the configured one. */
async function singleSignOn({ oidc }: Config): Promise<string> {
  if (oidc === null) return 'not configured'
  try {
    await (await openSignInProvider(oidc)).begin('http://localhost')
    return `${oidc.issuer} can be used`
  } catch (error) {
    const cause = error instanceof AppError ? (error.cause ?? error) : error
    throw new DiagnosisFault(
      messageOf(cause),
      'Compare TIDINGS_OIDC_ISSUER with the discovery document of the provider.',
    )
  }
}

/** Checks the configuration of social networks. Throws if it has to be changed soon. */
async function socialNetworks(config: Config): Promise<string> {
  const loaded = await Promise.all(Object.values(networks).map(load => load()))
  const now = systemClock.now()
  const warnings = loaded.flatMap(network => network.warning?.(config.networks, now) ?? [])
  if (warnings.length > 0) throw new Error(warnings.join(' '))
  return 'nothing to change'
}

/**
 * Sends a request without credentials to the code host of each source and to the operator's language model. Any answer will do. `skews`
 * tells for each host how many seconds this machine's clock is ahead of it.
 */
async function askHosts(
  config: Config,
  db: Database | null,
): Promise<{ check: DiagnosisCheck; skews: ReadonlyMap<string, number> }> {
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
  throw new DiagnosisFault(
    faults.join(' '),
    'Let this machine connect to them. List those on a private network in TIDINGS_PRIVATE_HOSTS.',
  )
}

const hostOf = (address: string): string => new URL(address).host

/** Private hosts that may be reached, including that of the language model that the operator configured. */
const allowed = ({ privateHosts, languageModel }: Config): string[] =>
  languageModel?.baseUrl ? [...privateHosts, hostOf(languageModel.baseUrl)] : privateHosts

async function addressesOf({ languageModel }: Config, db: Database | null): Promise<string[]> {
  const sources =
    db === null ? [] : await db.read.selectFrom('source').select('api_url').distinct().limit(50).execute()
  const model = languageModel?.baseUrl
  return [...new Set([...sources.map(({ api_url }) => api_url), ...(model ? [model] : [])])]
}
