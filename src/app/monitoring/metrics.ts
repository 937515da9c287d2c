import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client'
import type { Metrics } from '#platform/monitoring/metrics.ts'
import type { Measurements } from './measurements.ts'

/** Upper bounds of the histograms in seconds: answers from memory take less than a millisecond, imports and language models minutes. */
const REQUEST_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
const WORK_BUCKETS = [0.01, 0.1, 0.5, 1, 5, 30, 120, 600]

/** Counts what this process does, for Prometheus. */
export class PrometheusMetrics implements Metrics {
  readonly contentType = Registry.OPENMETRICS_CONTENT_TYPE
  readonly #registry = new Registry<OpenMetricsContentType>()
  readonly #setGauges: ReturnType<typeof registerGauges>
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #feeds: Counter<'from'>
  readonly #webhooks: Counter<'provider' | 'outcome'>
  readonly #jobs: Histogram<'kind' | 'outcome'>
  readonly #tasks: Histogram<'name' | 'outcome'>
  #lastHeartbeat: number | null = null

  constructor() {
    this.#registry.setContentType(this.contentType)
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'tidings_http_request_duration_seconds',
      help: 'Requests by method, route pattern and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    })
    this.#feeds = new Counter({
      name: 'tidings_feed_requests_total',
      help: 'Feeds that were asked for, by whether they were in memory.',
      labelNames: ['from'],
      registers,
    })
    this.#webhooks = new Counter({
      name: 'tidings_webhooks_total',
      help: 'Webhooks by provider and by what became of them. Only those that were stored are processed.',
      labelNames: ['provider', 'outcome'],
      registers,
    })
    this.#jobs = new Histogram({
      name: 'tidings_job_duration_seconds',
      help: 'Runs of jobs by kind and outcome: done, retried or failed for good.',
      labelNames: ['kind', 'outcome'],
      buckets: WORK_BUCKETS,
      registers,
    })
    this.#tasks = new Histogram({
      name: 'tidings_background_task_duration_seconds',
      help: 'Tasks of the background thread, with the time that they waited for it.',
      labelNames: ['name', 'outcome'],
      buckets: WORK_BUCKETS,
      registers,
    })
    this.#setGauges = registerGauges(this.#registry)
  }

  /** All metrics as OpenMetrics text, with the measurements of the database; null if the database could not be read. */
  text(measured: Measurements | null): Promise<string> {
    this.#setGauges(measured)
    return this.#registry.metrics()
  }

  request({ method, route, status, seconds }: Parameters<Metrics['request']>[0]): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds)
  }

  feed(isInMemory: boolean): void {
    this.#feeds.inc({ from: isInMemory ? 'memory' : 'database' })
  }

  webhook(provider: string, outcome: Parameters<Metrics['webhook']>[1]): void {
    this.#webhooks.inc({ provider, outcome })
  }

  job(kind: string, outcome: Parameters<Metrics['job']>[1], seconds: number): void {
    this.#jobs.observe({ kind, outcome }, seconds)
  }

  task(name: string, isDone: boolean, seconds: number): void {
    this.#tasks.observe({ name, outcome: isDone ? 'done' : 'failed' }, seconds)
  }

  heartbeat(isWritten: boolean): void {
    if (isWritten) this.#lastHeartbeat = performance.now()
    else this.#lastHeartbeat ??= Number.NEGATIVE_INFINITY
  }

  /** Seconds since the worker in this process last wrote its heartbeat; null if no worker runs in this process. */
  secondsSinceHeartbeat(): number | null {
    return this.#lastHeartbeat === null ? null : (performance.now() - this.#lastHeartbeat) / 1_000
  }
}

type Labels = Record<string, string>

interface GaugeOf {
  name: string
  help: string
  labels: readonly string[]
  values(measured: Measurements): [Labels, number][]
}

/** The gauges that are measured in the database. No label names an account. */
const GAUGES: readonly GaugeOf[] = [
  {
    name: 'tidings_jobs',
    help: 'Jobs by kind, lane and state: due, later, running, or failed until a person retries them.',
    labels: ['kind', 'lane', 'state'],
    values: ({ jobs }) => jobs.map(({ kind, lane, state, count }) => [{ kind, lane, state }, count]),
  },
  {
    name: 'tidings_jobs_oldest_due_seconds',
    help: 'How long the oldest due job has waited, by kind and lane.',
    labels: ['kind', 'lane'],
    values: ({ jobs }) =>
      jobs
        .filter(({ state }) => state === 'due')
        .map(({ kind, lane, oldestSeconds }) => [{ kind, lane }, oldestSeconds]),
  },
  {
    name: 'tidings_posts_not_done',
    help: 'Posts by state: planned, attempting, failed, or unknown where the network did not say.',
    labels: ['state'],
    values: ({ posts }) => posts.map(({ state, count }) => [{ state }, count]),
  },
  {
    name: 'tidings_language_model_month_calls',
    help: 'Questions to language models since the month (UTC) began, by model.',
    labels: ['model'],
    values: ({ languageModels }) => languageModels.map(({ model, calls }) => [{ model }, calls]),
  },
  {
    name: 'tidings_language_model_month_tokens',
    help: 'Tokens of language models since the month (UTC) began, by model.',
    labels: ['model'],
    values: ({ languageModels }) => languageModels.map(({ model, tokens }) => [{ model }, tokens]),
  },
  {
    name: 'tidings_language_model_month_dollars',
    help: 'What language models cost since the month (UTC) began, by model; 0 where the price is not known.',
    labels: ['model'],
    values: ({ languageModels }) =>
      languageModels.map(({ model, microDollars }) => [{ model }, microDollars / 1e6]),
  },
  {
    name: 'tidings_database_bytes',
    help: 'The size of the database.',
    labels: [],
    values: ({ databaseBytes }) => [[{}, databaseBytes]],
  },
  {
    name: 'tidings_worker_last_seen_seconds',
    help: 'How long ago a worker last gave a sign of life; absent where none ever did.',
    labels: [],
    values: ({ secondsSinceWorker }) => (secondsSinceWorker === null ? [] : [[{}, secondsSinceWorker]]),
  },
]

/**
 * Registers the gauges and returns a function that sets them. Given null, because the database cannot be
 * read, it removes them and sets `tidings_database_up` to 0.
 */
function registerGauges(registry: Registry<OpenMetricsContentType>): (measured: Measurements | null) => void {
  const registers = [registry]
  const up = new Gauge({ name: 'tidings_database_up', help: '1 where the database can be read.', registers })
  const gauges = GAUGES.map(({ values, name, help, labels }) => ({
    labels,
    values,
    gauge: new Gauge({ name, help, labelNames: [...labels], registers }),
  }))
  return measured => {
    up.set(measured === null ? 0 : 1)
    for (const { gauge, labels, values } of gauges) {
      if (labels.length > 0) gauge.reset()
      else gauge.remove()
      if (measured !== null) for (const [labels, value] of values(measured)) gauge.set(labels, value)
    }
  }
}
