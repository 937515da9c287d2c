import { sql } from 'kysely'
import type { Reader } from '#platform/db/schema.ts'
import { singleSpaced } from '#platform/text.ts'
import { cancelledMerges, type Revertible, revertible } from './cancelled-merges.ts'
import { subjectOfCommit } from './commit-footers.ts'
import type { ChangeFragment, MergedPull } from './pull-request.ts'
import { pullKey } from './pull-requests.ts'

/** Matches a release note of three words or more. A shorter one, such as "none", may stand below any change. */
const NOTE = String.raw`release[ -]notes?(?: ?\([^()\n]{0,40}\))?:[ \t]*(?=\S+ \S+ \S)`
/** Matches a message that marks a break or has a release note. */
const TELLS = new RegExp(String.raw`!\s?:|BREAKING[ -]CHANGE|^[ \t]*${NOTE}`, 'im')
const FOOTER = new RegExp(
  String.raw`^[ \t]*(?:[*_]{0,3}BREAKING[ -]CHANGES?[^\n:]*:|${NOTE})[^\n]*(?:\n(?!\s*(?:\n|$))[^\n]+)*`,
  'gim',
)
/** The beginning of a commit in a description that lists several; with the mark of the list. */
const SECTION = /^(?=[*-] \S)/m

/** How long a changeset or branch may be gone before it counts as new again. */
const REACH_MS = 183 * 86_400_000

type Brought = Pick<MergedPull, 'title' | 'body' | 'commits' | 'fragments' | 'mergedAt'>

/**
 * Remembers what earlier merges of a repository brought. The branch of a stacked pull request contains the commits of its base, and undoing
 * a release restores its changesets, but each is announced only with the first merge that has it. What was reverted may be announced again.
 */
class BroughtBefore {
  readonly #seen = new Map<string, Revertible>()
  #merges: Revertible[] = []
  #reverted: ReadonlySet<Revertible> = new Set()

  /** The merge without what an earlier one brought. Call it for the oldest merge first. */
  take(pull: MergedPull): MergedPull {
    const merge = revertible(pull)
    if (merge.reverts !== null) this.#revert(merge)
    const own = subjectName(pull.title)
    const isRepeated = (commit: string) => {
      if (!TELLS.test(commit) || subjectName(subjectIn(commit)) === own) return false
      const footers = namesOfFooters(commit)
      return footers.length > 0
        ? footers.every(name => this.#isKnown(name))
        : this.#isKnown(subjectName(subjectIn(commit)))
    }
    const [above, ...sections] = sectionsOf(pull.body)
    const kept = sections.filter(section => !isRepeated(section))
    const gone = new Set(sections.filter(isRepeated).map(subjectIn))
    const once = {
      ...pull,
      body: gone.size === 0 ? pull.body : [above, ...kept].join('').trim(),
      commits: pull.commits.filter(commit => !isRepeated(commit) && !gone.has(commit)),
      fragments: pull.fragments.filter(fragment => !this.#isKnown(fragmentName(fragment))),
    }
    this.add(pull, merge)
    return once
  }

  /** Remembers what a merge brought. */
  add(brought: Brought, merge: Revertible): void {
    const names = namesOf(brought).filter(name => !this.#isKnown(name))
    for (const name of names) this.#seen.set(name, merge)
    if (names.length > 0 && merge.reverts === null) this.#merges.push(merge)
  }

  #isKnown(name: string): boolean {
    const first = this.#seen.get(name)
    return first !== undefined && !this.#reverted.has(first)
  }

  #revert(merge: Revertible): void {
    const recent = this.#merges.filter(({ mergedAt }) => merge.mergedAt - mergedAt <= REACH_MS)
    this.#merges = [...recent, merge]
    this.#reverted = cancelledMerges(this.#merges)
  }
}

const subjectName = (subject: string): string =>
  `subject ${singleSpaced(subject)
    .replace(/ ?\(#\d+\)$/, '')
    .replace(/!(?=\s?:)/, '')
    .toLowerCase()}`

/** What a description has above its list of commits, and the commits. */
function sectionsOf(body: string): string[] {
  const [first = '', ...others] = body.split(SECTION)
  return /^[*-] \S/.test(first) ? ['', first, ...others] : [first, ...others]
}

/** The subject of a commit, also of one in a list. */
const subjectIn = (commit: string): string => subjectOfCommit(commit).replace(/^[*-] (?=\S)/, '')

const namesOfFooters = (message: string): string[] =>
  (message.match(FOOTER) ?? []).map(
    footer => `footer ${singleSpaced(footer.replace(/[*_]/g, '')).toLowerCase()}`,
  )

const fileOf = ({ path }: ChangeFragment): string => path.slice(path.lastIndexOf('/') + 1)
const fragmentName = (fragment: ChangeFragment): string =>
  `fragment ${fileOf(fragment)} ${singleSpaced(fragment.text)}`

/** The names of the changes in a merge that break something or have a release note. Other commits have names that occur again and again. */
const namesOf = ({ title, body, commits, fragments }: Brought): string[] => [
  ...[title, ...messagesIn({ body, commits })]
    .filter(commit => TELLS.test(commit))
    .map(commit => subjectName(subjectIn(commit))),
  ...[body, ...commits].flatMap(namesOfFooters),
  ...fragments.map(fragmentName),
]

const messagesIn = ({ body, commits }: Pick<MergedPull, 'body' | 'commits'>): string[] => [
  ...sectionsOf(body).slice(1),
  ...commits,
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

/**
 * Merges of one repository, oldest first, each without what another of them, or a recorded merge of the months around them, brought before.
 * A backfill begins with the newest merges, so a recorded merge may be the later one.
 */
export async function withoutRecorded(
  db: Reader,
  { id, accountId }: { id: string; accountId: string },
  pulls: readonly MergedPull[],
): Promise<MergedPull[]> {
  const times = pulls.filter(mayRepeat).map(({ mergedAt }) => mergedAt)
  if (times.length === 0) return [...pulls]
  const tells = pulls.some(pull => messagesIn(pull).some(message => TELLS.test(message)))
  const files = new Set(pulls.flatMap(({ fragments }) => fragments.map(fileOf)))
  const rows = await db
    .selectFrom('pull_request')
    .select(['number', 'commit_key', 'merge_commit', 'base_branch', 'merged_at'])
    .select(['title', 'body', 'commits', 'fragments'])
    .where('account_id', '=', accountId)
    .where('merged_at', '>=', Math.min(...times) - REACH_MS)
    .where('merged_at', '<=', Math.max(...times) + REACH_MS)
    .where('repository_id', '=', id)
    .where('reverted_at', 'is', null)
    .where(where =>
      where.or([
        ...(files.size > MOST_FILES
          ? [where('fragments', '<>', '[]')]
          : [...files].map(file => where('fragments', 'like', `%${file.replace(/[^\w.-]+/g, '%')}%`))),
        ...(tells ? [TOLD] : []),
      ]),
    )
    .execute()
  const own = new Set(pulls.flatMap(pull => [pullKey(pull), `@${pull.mergeCommit}`]))
  const before = new BroughtBefore()
  for (const row of rows) {
    if (own.has(pullKey({ number: row.number, mergeCommit: row.commit_key }))) continue
    const brought = {
      ...{ title: row.title, body: row.body, mergedAt: row.merged_at },
      ...{ commits: JSON.parse(row.commits), fragments: JSON.parse(row.fragments) },
    }
    const { number, merge_commit: mergeCommit, base_branch: baseBranch } = row
    before.add(brought, { ...brought, number, mergeCommit, baseBranch, reverts: null })
  }
  return pulls.map(pull => before.take(pull))
}

/** The most files that are looked up one by one. */
const MOST_FILES = 50
const TOLD = sql<boolean>`(title like '%!:%' or lower(body) like '%breaking%' or body like '%!:%'
  or lower(commits) like '%breaking%' or commits like '%!:%'
  or lower(body) like '%release note%' or lower(body) like '%release-note%')`

const mayRepeat = ({ body, commits, fragments }: MergedPull): boolean =>
  fragments.length > 0 || messagesIn({ body, commits }).some(message => TELLS.test(message))
