import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { singleSpaced } from '#platform/text.ts'
import { subjectOfCommit } from './commit-footers.ts'
import type { ChangeFragment, MergedPull } from './pull-request.ts'

const BREAKS = /!\s?:|BREAKING[ -]CHANGE/i
const FOOTER = /^BREAKING[ -]CHANGES?[^\n:]*:[^\n]*(?:\n(?!\s*(?:\n|$))[^\n]+)*/gim

/**
 * What earlier merges of a repository brought. The branch of a stacked pull request holds the commits of its base, and an undone release
 * brings its changesets back: each is told once, by the first merge that has it.
 */
export class BroughtBefore {
  readonly #seen = new Map<string, Instant>()

  /** The merge without what an earlier one had. Take them oldest first. */
  take(pull: MergedPull): MergedPull {
    const isKnown = (name: string) => (this.#seen.get(name) ?? Infinity) <= pull.mergedAt
    const own = subjectName(pull.title)
    const isRepeated = (commit: string) => {
      if (!BREAKS.test(commit) || subjectName(subjectOfCommit(commit)) === own) return false
      const footers = namesOfFooters(commit)
      return footers.length > 0 ? footers.every(isKnown) : isKnown(subjectName(subjectOfCommit(commit)))
    }
    const [above, ...sections] = pull.body.split(/^\* (?=\S)/m)
    const kept = sections.filter(section => !isRepeated(section))
    const gone = new Set(sections.filter(isRepeated).map(subjectOfCommit))
    const once = {
      ...pull,
      body: gone.size === 0 ? pull.body : [above, ...kept].join('* ').trim(),
      commits: pull.commits.filter(commit => !isRepeated(commit) && !gone.has(commit)),
      fragments: pull.fragments.filter(fragment => !isKnown(fragmentName(fragment))),
    }
    for (const name of namesOf(pull)) if (!isKnown(name)) this.#seen.set(name, pull.mergedAt)
    return once
  }
}

const subjectName = (subject: string): string =>
  `subject ${singleSpaced(subject)
    .replace(/ ?\(#\d+\)$/, '')
    .replace(/!(?=\s?:)/, '')
    .toLowerCase()}`

const namesOfFooters = (message: string): string[] =>
  (message.match(FOOTER) ?? []).map(footer => `footer ${singleSpaced(footer).toLowerCase()}`)

const fragmentName = ({ path, text }: ChangeFragment): string =>
  `fragment ${path.slice(path.lastIndexOf('/') + 1)} ${singleSpaced(text)}`

/** Only of what breaks something: other commits have names that come again and again. */
const namesOf = ({ title, body, commits, fragments }: MergedPull): string[] => [
  ...[title, ...body.split(/^\* (?=\S)/m).slice(1), ...commits]
    .filter(commit => BREAKS.test(commit))
    .map(commit => subjectName(subjectOfCommit(commit))),
  ...[body, ...commits].flatMap(namesOfFooters),
  ...fragments.map(fragmentName),
]

/** The merges of a source, oldest first, each without what an earlier one brought. */
export async function* eachOnce(merges: AsyncIterable<MergedPull>): AsyncGenerator<MergedPull> {
  const repositories = new Map<string, BroughtBefore>()
  for await (const pull of merges) {
    const name = `${pull.host} ${pull.repo}`
    const before = repositories.get(name) ?? new BroughtBefore()
    repositories.set(name, before)
    yield before.take(pull)
  }
}

/** How long a changeset may be gone before it comes back. */
const REACH_MS = 183 * 86_400_000

/** Merges of one repository without the fragments that recorded ones of the last months brought. */
export async function withoutRecordedFragments(
  db: Reader,
  repositoryId: string,
  pulls: readonly MergedPull[],
): Promise<MergedPull[]> {
  const times = pulls.filter(({ fragments }) => fragments.length > 0).map(({ mergedAt }) => mergedAt)
  if (times.length === 0) return [...pulls]
  const rows = await db
    .selectFrom('pull_request')
    .select(['number', 'merge_commit', 'merged_at', 'fragments'])
    .where('repository_id', '=', repositoryId)
    .where('merged_at', '>=', Math.min(...times) - REACH_MS)
    .where('merged_at', '<=', Math.max(...times))
    .where('fragments', '<>', '[]')
    .execute()
  const own = new Set(pulls.map(({ number, mergeCommit }) => number ?? mergeCommit))
  const known = rows
    .filter(row => !own.has(row.number ?? row.merge_commit))
    .flatMap(row => {
      const fragments: ChangeFragment[] = JSON.parse(row.fragments)
      return fragments.map(fragment => ({ name: fragmentName(fragment), at: row.merged_at }))
    })
  const first = new Map<string, Instant>()
  for (const { name, at } of known) first.set(name, Math.min(at, first.get(name) ?? Infinity))
  return pulls.map(pull => ({
    ...pull,
    fragments: pull.fragments.filter(one => (first.get(fragmentName(one)) ?? Infinity) >= pull.mergedAt),
  }))
}
