import type { Database } from '#db/database.ts'
import { isDatabaseFailureMessage } from '#db/failure.ts'
import { openDatabase, openForReading } from '#db/open.ts'
import { serverAddress } from '#db/server-address.ts'
import { createBell } from '#kit/bell.ts'
import { systemClock } from '#kit/clock.ts'
import { randomIds } from '#kit/ids.ts'
import { lazily } from '#kit/lazily.ts'
import { openLog, withoutRepeats } from '#kit/log.ts'
import { USUAL_PACE } from '#pulls/code-host.ts'
import { openBackground } from './background.ts'
import { addressOf, type Config } from './config.ts'
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
    bell: createBell(),
    background,
    terminal: write,
    secrets: lazily(() => openEncryption(config, db)),
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
