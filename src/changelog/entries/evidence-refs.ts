import type { Evidence, Visibility } from '#judgement/classification/classification.ts'
import {
  BACKSTAGE,
  type FileRole,
  ROLE_PHRASES,
  roleOf,
} from '#judgement/classification/features/file-role.ts'
import type { Reader } from '#platform/db/schema.ts'
import { clip } from '#platform/text.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** What a piece of evidence is about, for a link. A line is one of the description, counted from 1. */
type EvidenceRef =
  | { type: 'title' }
  | { type: 'line'; line: number; text: string }
  | { type: 'label'; label: string }
  | { type: 'path'; path: string }
  | { type: 'issue'; issue: string }
  | { type: 'pull'; pullId: string; title: string; number: number | null; visibility: Visibility }

/** A pull request whose entry was published or dismissed. */
export interface PastDecision extends Pick<MergedPull, 'title' | 'number' | 'author' | 'labels' | 'files'> {
  id: string
  visibility: Visibility
}

/** The most references of each type that are shown for one piece of evidence. */
const MOST_REFS = 4
const LINE_LENGTH = 200

/**
 * Adds references to evidence. They are read from the stored pull request each time, so evidence that an
 * earlier version stored has them too. What is no longer found gets no reference.
 */
export const withRefs = (
  evidence: readonly Evidence[],
  pull: MergedPull,
  past: readonly PastDecision[],
): (Evidence & { refs: EvidenceRef[] })[] => evidence.map(one => ({ ...one, refs: refsOf(one, pull, past) }))

function refsOf(evidence: Evidence, pull: MergedPull, past: readonly PastDecision[]): EvidenceRef[] {
  const quoted = /“([^“”]+)”/.exec(evidence.detail)?.[1] ?? null
  switch (evidence.source) {
    case 'title':
      return [{ type: 'title' }]
    case 'label':
      return pull.labels
        .filter(label => label === quoted)
        .slice(0, MOST_REFS)
        .map(label => ({ type: 'label', label }))
    case 'path':
      return pathRefs(pull.files.filter(fileTest(evidence.detail, quoted)))
    case 'changeset':
    case 'fragment':
    case 'changelog':
      return pathRefs(pull.fragments)
    case 'team':
      return teamRefs(evidence.detail, pull, past)
    default:
      return bodyRefs(evidence, quoted, pull)
  }
}

const pathRefs = (files: readonly { path: string }[]): EvidenceRef[] =>
  files.slice(0, MOST_REFS).map(({ path }) => ({ type: 'path', path }))

type FileTest = (file: Pick<MergedPull['files'][number], 'path' | 'status'>) => boolean

/** Which files a sentence about paths means: those named in quotes, the added ones, or those of the areas that it names. */
function fileTest(detail: string, quoted: string | null): FileTest {
  if (quoted !== null) return ({ path }) => path.toLowerCase().includes(quoted.toLowerCase())
  const isProduct: FileTest = ({ path }) => !BACKSTAGE.has(roleOf(path))
  if (detail.startsWith('it adds')) return file => file.status === 'added' && isProduct(file)
  const roles = (Object.keys(ROLE_PHRASES) as FileRole[]).filter(role => detail.includes(ROLE_PHRASES[role]))
  if (roles.length > 0) return ({ path }) => roles.includes(roleOf(path))
  return detail.includes('the product') ? isProduct : () => false
}

function bodyRefs({ source, detail }: Evidence, quoted: string | null, pull: MergedPull): EvidenceRef[] {
  if (source === 'body' && detail === 'it closes an issue')
    return pull.linkedIssues.slice(0, MOST_REFS).map(issue => ({ type: 'issue', issue }))
  const sought = source === 'release-note' ? 'release' : quoted
  if (sought === null) return []
  const lines = pull.body.split('\n')
  const at = lines.findIndex(line => line.toLowerCase().includes(sought.toLowerCase()))
  return at === -1 ? [] : [{ type: 'line', line: at + 1, text: clip(lines[at]?.trim() ?? '', LINE_LENGTH) }]
}

/** Matches the sentence about a habit, such as `the team announced 3 of 4 changes in web/reports`. */
const HABIT =
  /^the team announced \d+ of \d+ changes (?:in (?<folder>.+)|of (?!files)(?<file>.+)|of files named “(?<name>.+)”|labelled “(?<label>.+)”|by (?<author>.+)|whose title says “(?<word>.+)”)$/

/** The files or labels that a habit is about, and the earlier pull requests that it was learnt from. */
function teamRefs(detail: string, pull: MergedPull, past: readonly PastDecision[]): EvidenceRef[] {
  const habit = HABIT.exec(detail)?.groups
  if (!habit) return []
  const alike = past.filter(one => isAlike(one, habit)).slice(0, MOST_REFS)
  return [
    ...pathRefs(pull.files.filter(file => isOfHabit(file.path, habit))),
    ...alike.map(
      ({ id, title, number, visibility }): EvidenceRef => ({
        type: 'pull',
        pullId: id,
        title,
        number,
        visibility,
      }),
    ),
  ]
}

type HabitParts = Record<string, string | undefined>

const isOfHabit = (path: string, { folder, file, name }: HabitParts): boolean =>
  path === file ||
  (folder !== undefined && path.startsWith(`${folder}/`)) ||
  (name !== undefined && path.toLowerCase().includes(name.toLowerCase()))

const isAlike = ({ title, author, labels, files }: PastDecision, habit: HabitParts): boolean =>
  files.some(({ path }) => isOfHabit(path, habit)) ||
  (habit.label !== undefined && labels.includes(habit.label)) ||
  (habit.author !== undefined && author === habit.author) ||
  (habit.word !== undefined && title.toLowerCase().includes(habit.word.toLowerCase()))

/** How many past decisions are searched for references. */
const PAST_READ = 300

/** The account's newest pull requests that were announced or dismissed. */
export async function pastDecisions(db: Reader, accountId: string): Promise<PastDecision[]> {
  const rows = await db
    .selectFrom('pull_request')
    .select(['id', 'title', 'number', 'author', 'labels', 'files', 'place'])
    .where('account_id', '=', accountId)
    .where('place', 'in', ['announced', 'dismissed'])
    .orderBy('merged_at', 'desc')
    .limit(PAST_READ)
    .execute()
  return rows.map(({ place, labels, files, ...row }) => ({
    ...row,
    labels: JSON.parse(labels),
    files: JSON.parse(files),
    visibility: place === 'announced' ? 'user-facing' : 'internal',
  }))
}
