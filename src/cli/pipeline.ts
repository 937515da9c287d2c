import { appendFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { readNamedFile } from '#platform/named-files.ts'
import type { Host } from '#pulls/hosts/host.ts'
import { CODE_HOSTS, type CodeHostName, HOSTS, hostAddress } from '#pulls/hosts/hosts.ts'
import { validateRepoName } from '#pulls/hosts/repo-name.ts'
import type { CommandContext } from './command.ts'

type Environment = CommandContext['env']

/** The pull request that a pipeline runs for. */
export interface PipelinePull {
  provider: CodeHostName
  apiUrl: string
  repo: string
  number: number
  /** Null: what is public is read without one, and nothing is written. */
  token: string | null
  /** What happened to it, in the host's own word, such as `opened`; null where the pipeline does not say. */
  action: string | null
}

/** What is given on the command line instead of the pipeline's variables. */
interface GivenPull {
  host: CodeHostName | undefined
  url: string | undefined
  repo: string | undefined
  pull: number | undefined
}

/**
 * Finds the pull request in what was given and in the variables of the pipeline. Throws `wrong_usage` where neither names it.
 */
export async function pipelinePull(env: Environment, given: GivenPull): Promise<PipelinePull> {
  const provider = given.host ?? providerOf(env)
  const { pipeline }: Host = HOSTS[provider]
  const event = pipeline.event === undefined ? NO_EVENT : eventOf(env[pipeline.event])
  const place = pipeline.place(env)
  const repo = given.repo ?? place.repo
  const number = given.pull ?? event.number ?? numberIn(place.number)
  if (!repo || number === null) throw new AppError('wrong_usage', MISSING)
  return {
    provider,
    apiUrl: (given.url === undefined && place.apiUrl) || hostAddress(provider, given.url).apiUrl,
    repo: validateRepoName(repo),
    number,
    token: pipeline.tokens.map(name => env[name]).find(Boolean) ?? null,
    action: given.pull === undefined ? event.action : null,
  }
}

const MISSING =
  'Which pull request? Pass --repo owner/name and --pull N, or run it in a pipeline on a pull request.'

/** Several hosts set GitHub's variables as well. */
const providerOf = (env: Environment): CodeHostName =>
  CODE_HOSTS.find(name => name !== 'github' && HOSTS[name].pipeline.marks.some(mark => env[mark])) ?? 'github'

const eventSchema = z.object({
  action: z.string().nullish(),
  pull_request: z.object({ number: z.int().min(1) }).nullish(),
})

const NO_EVENT: { action: string | null; number: number | null } = { action: null, number: null }

/** The most bytes of an event that are read; hosts limit what they send to 25 MB. */
const MOST_OF_AN_EVENT = 32 * 1024 * 1024

function textOf(file: string): string {
  try {
    return readNamedFile(file, MOST_OF_AN_EVENT).toString()
  } catch {
    return '{}'
  }
}

/** What happened, from the file in which Actions describe it. */
function eventOf(file: string | undefined): typeof NO_EVENT {
  if (!file) return NO_EVENT
  const event = eventSchema.safeParse(JSON.parse(textOf(file)))
  if (!event.success) return NO_EVENT
  return { action: event.data.action ?? null, number: event.data.pull_request?.number ?? null }
}

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** Adds Markdown to the summary that Actions show on the page of a job, where there is one. */
export async function addToSummary(env: Environment, markdown: string): Promise<void> {
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, `${markdown}\n`)
}

/**
 * Text of others for the log of a pipeline. Runners of Actions obey `##[command]` anywhere in a line, and `::command::` at its start, where
 * it must not stand.
 */
export const forLog = (text: string): string =>
  text
    .replaceAll('##[', '# #[')
    .split('\n')
    .map(line => (line.trimStart().startsWith('::') ? line.replace('::', ': :') : line))
    .join('\n')
