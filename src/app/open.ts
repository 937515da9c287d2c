import { memoizeOnce } from '#platform/cache.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { isDatabaseFailureMessage } from '#platform/db/failure.ts'
import { openDatabase, openReadOnlyDatabase } from '#platform/db/open.ts'
import type { Reader } from '#platform/db/schema.ts'
import { txtRecords } from '#platform/http/dns.ts'
import { randomIds } from '#platform/ids.ts'
import { createWakeSignal } from '#platform/jobs/wake-signal.ts'
import { openLog, withoutRepeats } from '#platform/log.ts'
import { type Metrics, NO_METRICS } from '#platform/monitoring/metrics.ts'
import { DEFAULT_RETRY_TIMING } from '#pulls/hosts/code-host.ts'
import { openBackground } from './background.ts'
import { type Config, localAddress } from './config/config.ts'
import { givenKeys, openEncryption } from './encryption.ts'
import { openModelOf, openWriters, whoHasWriter } from './language-models.ts'
import { entryEffects } from './registry.ts'
import type { OpenOptions, Service, ServiceBase } from './service.ts'
import { openSurroundings } from './surroundings.ts'

/** Opens the database and all parts of the service. `write` prints text for the operator. */
export async function openService(
  config: Config,
  write: (line: string) => void,
  { migrate, creates, readOnly = false, serves = false }: OpenOptions,
): Promise<Service> {
  // Before anything is written: an empty PostgreSQL database can still be copied into.
  if (migrate) givenKeys(config)
  const db = readOnly
    ? await openReadOnlyDatabase(config.database)
    : await openDatabase(config.database, { migrate, creates })
  const metrics = config.metrics === null ? NO_METRICS : await openMetrics()
  const background = openBackground(config.database, metrics)
  const baseUrl = await baseUrlOf(config, serves ? null : db)
  const clock = systemClock
  const secrets = memoizeOnce(() => openEncryption(config, db))
  const base: ServiceBase = { config, db, clock, secrets, retryTiming: DEFAULT_RETRY_TIMING }
  const writers = openWriters(base)
  return {
    ...base,
    baseUrl,
    ids: randomIds,
    hostRules: {
      operatorHosts: [new URL(baseUrl).hostname, ...config.mcpHosts],
      proof: config.hostProof,
    },
    txtRecords,
    effects: entryEffects({ baseUrl, hasWriter: whoHasWriter(config) }),
    log: withoutRepeats(openLog(config.logLevel, systemClock, write), systemClock, isDatabaseFailureMessage),
    metrics,
    wakeSignal: createWakeSignal(),
    background,
    writers,
    modelOf: openModelOf(base, writers),
    surroundings: openSurroundings(base),
    terminal: write,
    async close() {
      await background.close()
      await db.close()
    },
  }
}

/** Loads the metrics library, which is needed only if metrics are configured. */
async function openMetrics(): Promise<Metrics> {
  const { PrometheusMetrics } = await import('./monitoring/metrics.ts')
  return new PrometheusMetrics()
}

/** The configured address, otherwise the address of the last server on this database, otherwise one made from host and port. */
async function baseUrlOf({ baseUrl, host, port }: Config, db: Database | null): Promise<string> {
  const known = baseUrl ?? (db && (await serverAddress(db.read)))
  return known ?? localAddress(host, port)
}

/** The address of the last server that started on this database, without a slash at the end; null if none ever did. */
export async function serverAddress(db: Reader): Promise<string | null> {
  const row = await db
    .selectFrom('server_value')
    .select('value')
    .where('name', '=', 'address')
    .executeTakeFirst()
  return row?.value ?? null
}

/** Records the address of this server, for commands that print addresses. */
export async function recordServerAddress(db: Database, address: string): Promise<void> {
  if ((await serverAddress(db.read)) === address) return
  await db.write(tx =>
    tx
      .insertInto('server_value')
      .values({ name: 'address', value: address })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value: address }))
      .execute(),
  )
}
