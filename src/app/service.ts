import type { EntryEffects } from '#changelog/entries/entry-effects.ts'
import type { HostRules } from '#changelog/page/address/hosts.ts'
import type { SurroundingsOf } from '#pipeline/judging/judge.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { TxtLookup } from '#platform/dns.ts'
import type { Ids } from '#platform/ids.ts'
import type { WakeSignal } from '#platform/jobs/wake-signal.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/monitoring/metrics.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { RetryTiming } from '#pulls/hosts/code-host.ts'
import type { ModelOf } from '#writing/connection/model.ts'
import type { Writers } from '#writing/connection/writers.ts'
import type { Background } from './background.ts'
import type { Config } from './config/config.ts'

/** The parts that commands, web server and worker share. */
export interface Service {
  config: Config
  /** The public address, without a slash at the end. */
  baseUrl: string
  db: Database
  clock: Clock
  ids: Ids
  /** What host names changelog pages may have. */
  hostRules: HostRules
  /** Looks up the records that prove host names and domains. */
  txtRecords: TxtLookup
  /** Called within each transition of an entry. */
  effects: readonly EntryEffects[]
  /** How long clients of code hosts wait before they retry. */
  retryTiming: RetryTiming
  log: Log
  /** What this process counts. */
  metrics: Metrics
  /** Notified when this process enqueues a job. */
  wakeSignal: WakeSignal
  /** Which language model works for an account. */
  modelOf: ModelOf
  /** What a writer is shown of a pull request besides its record. */
  surroundings: SurroundingsOf
  /** Processes untrusted text outside the thread that answers requests. */
  background: Background
  /** The language models that accounts connect themselves. */
  writers: Writers
  /** Prints for the operator. Never goes to a log, so it may hold a sign-in link. `what` says what it is: "A sign-in link". */
  terminal(text: string, what: string): void
  /** Encrypts the secrets of connections and derives the key that signs cookies. `unavailable` when the encryption key is missing or wrong. */
  secrets(): Promise<Secrets>
  close(): Promise<void>
}

/** The parts that the others are opened with. */
export type ServiceBase = Pick<Service, 'config' | 'db' | 'clock' | 'retryTiming' | 'secrets'>

/** How the database is opened. */
export interface OpenOptions {
  /** Run pending migrations first. */
  migrate: boolean
  /** Open the database so that nothing can be written. */
  readOnly?: boolean
  /** Use the address of this process, not the recorded one of another server on this database. */
  serves?: boolean
}
