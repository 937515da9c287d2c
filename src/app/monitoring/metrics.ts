import { Counter, collectDefaultMetrics, Histogram, type OpenMetricsContentType, Registry } from 'prom-client'
import type { Metrics } from '#platform/monitoring/metrics.ts'
import { registerGauges } from './gauges.ts'
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
