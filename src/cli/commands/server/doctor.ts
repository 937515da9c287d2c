import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Config } from '#app/config/config.ts'
import { checkEncryption } from '#app/encryption.ts'
import { networks, openMail } from '#app/registry.ts'
import { countAccounts, hostsOfPages } from '#changelog/page/address/hosts.ts'
import { command } from '#cli/command.ts'
import { configOf } from '#cli/with-service.ts'
import { healthChecks } from '#pipeline/maintenance/health.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { openDatabase } from '#platform/db/open.ts'
import { messageOf } from '#platform/errors.ts'

const run = promisify(execFile)
const MIN_FREE_BYTES = 200 * 1024 * 1024

interface Check {
  name: string
  ok: boolean
  detail: string
}

export const doctor = command({
  usage: 'doctor',
  summary: 'Check that everything Tidings needs is in place.',
  options: {},
  async run(_, __, context) {
    const config = configOf(context)
    const checks = [
      await check('node', async () => process.version),
      await check('git', async () => (await run('git', ['--version'])).stdout.trim()),
      await check('data directory', async () => dataDirectory(config)),
      await check('database', () => withDatabase(config, database)),
      await check('encryption key', () => withDatabase(config, db => checkEncryption(config, db))),
      ...(await backlogChecks(config)),
      await check('host names', () => withDatabase(config, db => hostNames(config, db))),
      await check('mail', async () => (await openMail(config.mail, () => {})).check()),
      await check('social networks', () => socialNetworks(config)),
    ]
    return {
      json: { checks },
      text: checks
        .map(({ ok, name, detail }) => `${ok ? 'ok    ' : 'failed'}  ${name}: ${detail}\n`)
        .join(''),
      incomplete: checks.some(({ ok }) => !ok),
    }
  },
})

async function check(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() }
  } catch (error) {
    return { name, ok: false, detail: messageOf(error) }
  }
}

function dataDirectory({ dataDirectory }: Config): string {
  if (!existsSync(dataDirectory)) return `${dataDirectory} is created at the first start`
  accessSync(dataDirectory, constants.R_OK | constants.W_OK)
  const { bavail, bsize } = statfsSync(dataDirectory)
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new Error(`${dataDirectory} has only ${megabytes(bavail * bsize)} free`)
  return `${dataDirectory}, ${megabytes(bavail * bsize)} free`
}

/** Throws when the configuration of a network has to be changed before long. */
async function socialNetworks(config: Config): Promise<string> {
  const loaded = await Promise.all(Object.values(networks).map(load => load()))
  const now = systemClock.now()
  const warnings = loaded.flatMap(network => network.warning?.(config.networks, now) ?? [])
  if (warnings.length > 0) throw new Error(warnings.join(' '))
  return 'nothing to change'
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en')} MiB`

/** How to list what a check found. */
const HINTS: Record<string, string> = {
  jobs: ' List them with "tidings jobs list".',
  publishing: ' List them with "tidings jobs list".',
  classification: ' List them with "tidings pull list --state unclassified".',
}

/** Whether jobs, entries or pull requests need attention. Whether a worker runs is not checked: doctor also runs before the first start. */
async function backlogChecks(config: Config): Promise<Check[]> {
  try {
    const checks = await withDatabase(config, async db => (db === null ? [] : healthChecks(db)))
    return checks.flatMap(({ name, status, detail }) => {
      const ok = status === 'ok'
      return HINTS[name] ? [{ name, ok, detail: ok ? detail : detail + HINTS[name] }] : []
    })
  } catch {
    // The database check reports the error.
    return []
  }
}

/** Calls `look` with the database, or null when the embedded database does not exist yet. */
async function withDatabase<T>({ database }: Config, look: (db: Database | null) => Promise<T>): Promise<T> {
  if (database.engine === 'sqlite' && !existsSync(database.file)) return look(null)
  const db = await openDatabase(database, { migrate: false })
  try {
    return await look(db)
  } finally {
    await db.close()
  }
}

/** The host names of changelog pages. One that waits is its owner's affair. Throws when the configuration has no effect. */
async function hostNames({ hostProof }: Config, db: Database | null): Promise<string> {
  if (!db) return 'none'
  const accounts = await countAccounts(db.read)
  if (hostProof === 'off' && accounts > 1)
    throw new Error(`TIDINGS_HOST_PROOF=off has no effect with ${accounts} accounts. Remove it.`)
  const { served, waiting } = await hostsOfPages(db.read)
  const records = waiting.length === 1 ? 'waits for its DNS record' : 'wait for their DNS records'
  const rest = waiting.length > 0 ? `, ${waiting.length} ${records}: ${waiting.join(', ')}` : ''
  return `${served.length} ${served.length === 1 ? 'serves' : 'serve'}${rest}`
}

async function database(db: Database | null): Promise<string> {
  if (!db) return 'is created at the first start'
  await db.ping()
  const n = await countAccounts(db.read)
  return `${db.engine}, up to date, ${n} ${n === 1 ? 'account' : 'accounts'}`
}
