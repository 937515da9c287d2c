import { Gauge, type OpenMetricsContentType, type Registry } from 'prom-client'
import type { Measurements } from './measurements.ts'

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
export function registerGauges(
  registry: Registry<OpenMetricsContentType>,
): (measured: Measurements | null) => void {
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
