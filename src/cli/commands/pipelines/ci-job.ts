import { appendFile } from 'node:fs/promises'
import { z } from 'zod'
import type { CommandContext } from '#cli/command.ts'
import { decodeText, readNamedFile } from '#cli/input-files.ts'
import { AppError } from '#platform/errors.ts'
import type { Host } from '#pulls/hosts/host.ts'
import { CODE_HOSTS, type CodeHostName, HOSTS, hostAddress } from '#pulls/hosts/hosts.ts'
import { validateRepoName } from '#pulls/hosts/repo-name.ts'

type Environment = CommandContext['env']

/** The pull request that a CI job runs for. */
export interface CiPull {
  provider: CodeHostName
  apiUrl: string
  repo: string
  number: number
  /** The API token; null to read public data anonymously and write nothing. */
  token: string | null
  /** The event that started the pipeline, in the host's own term, such as `opened`; null if the pipeline does not say. */
  action: string | null
}

/** The values given on the command line, which take precedence over the variables of the CI job. */
interface GivenPull {
  host: CodeHostName | undefined
  url: string | undefined
  repo: string | undefined
  pull: number | undefined
}

/** Determines the pull request from the command line and the variables of the CI job. Throws `wrong_usage` if neither names it. */
export async function ciPull(env: Environment, given: GivenPull): Promise<CiPull> {
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

/** The host of the pipeline. GitHub comes last, because several hosts set GitHub's variables as well. */
const providerOf = (env: Environment): CodeHostName =>
  CODE_HOSTS.find(name => name !== 'github' && HOSTS[name].pipeline.marks.some(mark => env[mark])) ?? 'github'

const eventSchema = z.object({
  action: z.string().nullish(),
  pull_request: z.object({ number: z.int().min(1) }).nullish(),
})

const NO_EVENT: { action: string | null; number: number | null } = { action: null, number: null }

/** The maximum size of an event file in bytes; hosts limit their events to 25 MB. */
const MOST_OF_AN_EVENT = 32 * 1024 * 1024

function textOf(file: string): string {
  try {
    return decodeText(readNamedFile(file, MOST_OF_AN_EVENT))
  } catch {
    return '{}'
  }
}

/** The event, from the file in which GitHub Actions describe it. */
function eventOf(file: string | undefined): typeof NO_EVENT {
  if (!file) return NO_EVENT
  const event = eventSchema.safeParse(JSON.parse(textOf(file)))
  if (!event.success) return NO_EVENT
  return { action: event.data.action ?? null, number: event.data.pull_request?.number ?? null }
}

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** Adds Markdown to the summary that GitHub Actions show on the page of a job; does nothing elsewhere. */
export async function addToSummary(env: Environment, markdown: string): Promise<void> {
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, `${markdown}\n`)
}

/**
 * Makes text by others safe for the log of a pipeline. Runners of GitHub Actions obey `##[command]` anywhere
 * in a line and `::command::` at its start; both are broken up.
 */
export const forLog = (text: string): string =>
  text
    .replaceAll('##[', '# #[')
    .split('\n')
    .map(line => (line.trimStart().startsWith('::') ? line.replace('::', ': :') : line))
    .join('\n')
