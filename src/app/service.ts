import type { EntryEffects } from '#changelog/entries/entry-effects.ts'
import type { HostRules } from '#changelog/page/address/hosts.ts'
import type { SurroundingsOf } from '#pipeline/judging/judge.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { TxtLookup } from '#platform/http/dns.ts'
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
  /** The rules for host names of changelog pages. */
  hostRules: HostRules
  /** Looks up the TXT records that prove host names and domains. */
  txtRecords: TxtLookup
  /** Called within each transition of an entry. */
  effects: readonly EntryEffects[]
  /** How long clients of code hosts wait before they retry. */
  retryTiming: RetryTiming
  log: Log
  /** The metrics of this process. */
  metrics: Metrics
  /** Notified when this process enqueues a job. */
  wakeSignal: WakeSignal
  /** Finds the language model of an account. */
  modelOf: ModelOf
  /** Looks up what a writer sees besides the record of a pull request. */
  surroundings: SurroundingsOf
  /** Processes untrusted text outside the thread that answers requests. */
  background: Background
  /** The language models that accounts connect themselves. */
  writers: Writers
  /** Prints private text for the operator, such as a sign-in link; it never goes to a log. `what` describes the text: "A sign-in link". */
  terminal(text: string, what: string): void
  /** Encrypts the secrets of connections and derives the key that signs cookies. `unavailable` when the encryption key is missing or wrong. */
  secrets(): Promise<Secrets>
  close(): Promise<void>
}

/** The parts that are needed to open the others. */
export type ServiceBase = Pick<Service, 'config' | 'db' | 'clock' | 'retryTiming' | 'secrets'>

/** How the database is opened. */
export interface OpenOptions {
  /** Whether to run pending migrations first. */
  migrate: boolean
  /** Whether an empty database is migrated (yes, unless it says otherwise). */
  creates?: boolean
  /** Whether to open the database read-only. */
  readOnly?: boolean
  /** Whether to use the address of this process instead of the recorded address of another server on this database. */
  serves?: boolean
}
