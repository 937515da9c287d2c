import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import type { SourceFacts } from '#pulls/hosts/host-name.ts'
import { partialFilter, remoteAddress, type Settings } from './config.ts'
import type { RepositoryLocation } from './location.ts'
import { type RemotePlace, readRemote } from './remote.ts'
import type { Survey } from './survey.ts'

/** Where the repository is at home, and what a person should know of how it is read. */
export function factsOf(
  { name, shallow }: RepositoryLocation,
  settings: Settings,
  survey: Survey,
  repo: string | undefined,
): Omit<SourceFacts, 'hasPages'> {
  const remote = readRemote(remoteAddress(settings) ?? '')
  const home = repo === undefined ? remote : named(repo, remote)
  return {
    host: safeLine(home?.host ?? 'git'),
    repo: safeLine(home?.repo ?? `local/${name}`),
    name: safeLine(home?.repo ?? name),
    url: home?.url ?? null,
    notes: notesOf(survey, shallow.size > 0, partialFilter(settings)),
  }
}

/** Another name on the remote's host, or on none; or a whole address. */
function named(repo: string, remote: RemotePlace | null): RemotePlace {
  const whole = readRemote(repo)
  if (whole !== null) return whole
  if (!/^[\w.~-]+(?:\/[\w.~-]+)+$/.test(repo))
    throw new AppError(
      'invalid_parameter',
      `"${repo}" names no repository: owner/name or its web address is accepted.`,
    )
  if (remote === null) return { host: 'git', repo, url: null }
  const url = remote.url?.endsWith(`/${remote.repo}`) ? remote.url.slice(0, -remote.repo.length) + repo : null
  return { host: remote.host, repo, url: remote.repo === repo ? remote.url : url }
}

function notesOf({ habit, isEmpty, outside }: Survey, isShallow: boolean, filter: string | null): string[] {
  const notes: string[] = []
  if (isEmpty) notes.push('The repository has no commits yet.')
  else if (!habit.pulls) notes.push('Hardly a commit tells of a pull request, so each commit counts.')
  else if (outside === 1) notes.push('One commit belongs to no pull request and is left out.')
  else if (outside > 1) notes.push(`${outside} commits belong to no pull request and are left out.`)
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
