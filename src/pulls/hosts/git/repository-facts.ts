import { join } from 'node:path'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'
import { carriedNotes } from './carried.ts'
import type { RepositoryLocation } from './local-repository.ts'
import { fileText } from './paths.ts'
import { type RemoteRepository, readRemote } from './remote.ts'
import { type GitDirectory, readFields, requireReadable } from './run-git.ts'
import type { HistorySurvey } from './survey.ts'

/**
 * The repository's configuration by lower-case section and name, with the last of several values. It is only read as data, never executed.
 */
type GitConfig = ReadonlyMap<string, string>

/** Reads the configuration file, without the files that it includes. */
export async function readGitConfig(
  git: GitDirectory,
  { commonDir, roots }: RepositoryLocation,
): Promise<GitConfig> {
  const file = join(commonDir, 'config')
  const text = await fileText(file, roots)
  const args = ['config', '--file', '-', '--no-includes', '--null', '--list']
  const reading = Array.fromAsync(readFields(git, args, [text]))
  const fields = await requireReadable(reading, `The configuration ${file} cannot be read`)
  return new Map(fields.flat().map(configEntry))
}

/** Parses `section.Sub.name\nvalue`. A name without a value means true. */
function configEntry(field: string): [string, string] {
  const end = field.indexOf('\n')
  return end === -1 ? [field, 'true'] : [field.slice(0, end), field.slice(end + 1)]
}

/** The address of `origin`, or of the only remote. */
function remoteAddress(config: GitConfig): string | null {
  const origin = config.get('remote.origin.url')
  if (origin !== undefined) return origin
  const remotes = [...config].filter(([name]) => /^remote\..+\.url$/.test(name))
  return remotes.length === 1 ? (remotes[0]?.[1] ?? null) : null
}

/** The filter of a partial clone (`blob:none`, `tree:0`); null for a full clone. */
function partialFilter(config: GitConfig): string | null {
  for (const [name, value] of config) {
    if (/^remote\..+\.partialclonefilter$/.test(name)) return value
  }
  const promised = [...config].some(
    ([name, value]) =>
      name === 'extensions.partialclone' || (/^remote\..+\.promisor$/.test(name) && value === 'true'),
  )
  return promised ? 'unknown' : null
}

/** The repository's host and name, and notes for people on how it is read. */
export function sourceFactsOf(
  { name, shallow }: RepositoryLocation,
  config: GitConfig,
  survey: HistorySurvey,
  repo: string | undefined,
): Omit<SourceFacts, 'hasPages'> {
  const remote = readRemote(remoteAddress(config) ?? '')
  const home = repo === undefined ? remote : named(repo, remote)
  return {
    host: safeLine(home?.host ?? 'git'),
    repo: safeLine(home?.repo ?? `local/${name}`),
    name: safeLine(home?.repo ?? name),
    url: home?.url ?? null,
    notes: notesOf(survey, shallow.size > 0, partialFilter(config)),
  }
}

/**
 * The repository as given by a web address, or by another `owner/name` on the remote's host. Names of folders
 * that were imported before (`local/name`) may contain any characters.
 */
function named(repo: string, remote: RemoteRepository | null): RemoteRepository {
  const whole = readRemote(repo)
  if (whole !== null) return whole
  if (!/^(?:[\w.~-]+(?:\/[\w.~-]+)+|local\/[^/]+)$/.test(repo))
    throw new AppError(
      'invalid_parameter',
      `"${repo}" names no repository: owner/name or its web address is accepted.`,
    )
  if (remote === null) return { host: 'git', repo, url: null }
  const url = remote.url?.endsWith(`/${remote.repo}`) ? remote.url.slice(0, -remote.repo.length) + repo : null
  return { host: remote.host, repo, url: remote.repo === repo ? remote.url : url }
}

function notesOf(
  { habit, planned, isEmpty, withoutPull, carriedCounts, squashesOfOthers }: HistorySurvey,
  isShallow: boolean,
  filter: string | null,
): string[] {
  const notes: string[] = []
  if (isEmpty) notes.push('The repository has no commits yet.')
  else if (!habit.usesPulls) notes.push('Few commits name a pull request, so each commit counts.')
  else if (withoutPull === 1) notes.push('One commit belongs to no pull request and is left out.')
  else if (withoutPull > 1) notes.push(`${withoutPull} commits belong to no pull request and are left out.`)
  notes.push(...carriedNotes(carriedCounts))
  const elsewhere = planned.filter(({ isPull, number }) => isPull && number === null).length
  if (elsewhere === 1)
    notes.push('One pull request was numbered by another repository and is told apart by its commit.')
  else if (elsewhere > 1)
    notes.push(
      `${elsewhere} pull requests were numbered by another repository and are told apart by their commits.`,
    )
  if (squashesOfOthers === 1)
    notes.push('One squash merge lists other pull requests, which the history does not show.')
  else if (squashesOfOthers > 1)
    notes.push(`${squashesOfOthers} squash merges list other pull requests, which the history does not show.`)
  if (isShallow) notes.push('The clone is shallow: what came before its oldest commits is not known.')
  if (filter !== null)
    notes.push(
      `The clone is partial${filter === 'unknown' ? '' : ` (${filter})`}: ${MISSING[kindOf(filter)]}.`,
    )
  return notes
}

const kindOf = (filter: string) => (filter.startsWith('tree:') ? 'tree' : 'blob')

const MISSING = {
  tree: 'its folders were left out, so changed files are not known',
  blob: 'lines are not counted where files were left out',
}
