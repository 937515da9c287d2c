/** How a run of a job ended: `retried` runs again, `failed` does not until a person retries it. */
export type JobOutcome = 'done' | 'retried' | 'failed'

/** The outcome of a webhook: it was stored, or why there was nothing to store. */
export type WebhookOutcome = 'stored' | 'unproven' | 'malformed' | 'unknown event' | 'known delivery'

/** What this process counts for the operator. No value names an account or a person. */
export interface Metrics {
  /** A request. `route` is the pattern of its route, since paths contain account ids and tokens. */
  request(measured: { method: string; route: string; status: number; seconds: number }): void
  /** A feed that was asked for, and whether it was in memory. */
  feed(isInMemory: boolean): void
  webhook(provider: string, outcome: WebhookOutcome): void
  job(kind: string, outcome: JobOutcome, seconds: number): void
  /** A task of a background thread. */
  task(name: string, isDone: boolean, seconds: number): void
  /** The worker of this process wrote that it is alive into the database, or could not. */
  heartbeat(isWritten: boolean): void
}

/** The metrics if the operator does not ask for any. */
export const NO_METRICS: Metrics = {
  request() {},
  feed() {},
  webhook() {},
  job() {},
  task() {},
  heartbeat() {},
}
