import { memoizeOnce } from '#platform/cache/once.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { isDatabaseFailureMessage } from '#platform/db/failure.ts'
import { openDatabase, openForReading } from '#platform/db/open.ts'
import { serverAddress } from '#platform/db/server-address.ts'
import { randomIds } from '#platform/ids.ts'
import { createWakeSignal } from '#platform/jobs/wake-signal.ts'
import { openLog, withoutRepeats } from '#platform/log.ts'
import { USUAL_PACE } from '#pulls/hosts/code-host.ts'
import { openBackground } from './background.ts'
import { addressOf, type Config } from './config/config.ts'
import { openEncryption } from './encryption.ts'
import type { Opening, Service } from './service.ts'

/** Opens the database (migrating it first when asked to) and puts the parts together. */
export async function openService(
  config: Config,
  write: (line: string) => void,
  { migrate, readOnly = false, serves = false }: Opening,
): Promise<Service> {
  const db = readOnly
    ? await openForReading(config.database)
    : await openDatabase(config.database, { migrate })
  const background = openBackground(config.database)
  return {
    config,
    baseUrl: await baseUrlOf(config, serves ? null : db),
    db,
    clock: systemClock,
    ids: randomIds,
    pace: USUAL_PACE,
    log: withoutRepeats(openLog(config.logLevel, systemClock, write), systemClock, isDatabaseFailureMessage),
    bell: createWakeSignal(),
    background,
    terminal: write,
    secrets: memoizeOnce(() => openEncryption(config, db)),
    async close() {
      await background.close()
      await db.close()
    },
  }
}

/** As configured; else that of the server that runs or ran on this database; else by host and port. */
async function baseUrlOf({ baseUrl, host, port }: Config, db: Database | null): Promise<string> {
  const known = baseUrl ?? (db && (await serverAddress(db.read)))
  return known ?? addressOf(host, port)
}
