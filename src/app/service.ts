import type { EntryEffects } from '#changelog/entries/entry-effects.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Ids } from '#platform/ids.ts'
import type { WakeSignal } from '#platform/jobs/wake-signal.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { RetryTiming } from '#pulls/hosts/code-host.ts'
import type { Background } from './background.ts'
import type { Config } from './config/config.ts'

/** What every command and the server are made of. */
export interface Service {
  config: Config
  /** The public address, without a slash at the end. */
  baseUrl: string
  db: Database
  clock: Clock
  ids: Ids
  /** What follows from the transitions of entries. */
  effects: readonly EntryEffects[]
  /** How long clients of code hosts wait by themselves. */
  retryTiming: RetryTiming
  log: Log
  /** Rings when there is work to do. */
  wakeSignal: WakeSignal
  /** Where strangers' text is taken apart, so that requests do not wait for it. */
  background: Background
  /** Where the operator reads; never part of a log. */
  terminal(text: string): void
  /** What seals the secrets of connections and signs cookies. `unavailable` where the key is missing or another than the database's. */
  secrets(): Promise<Secrets>
  close(): Promise<void>
}

/** How the database is opened. */
export interface OpenOptions {
  /** Brings it to this code's version first. */
  migrate: boolean
  /** Nothing at all can be written. */
  readOnly?: boolean
  /** It is to serve under its own address, and not to print that of the server on this database. */
  serves?: boolean
}
