import { type ActionContext, asItem, recordActivity } from '#accounts/activity.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { MAX_PULLS_PER_ENTRY } from '#changelog/limits.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { escapeMarkdownBlock } from '#platform/markup/markup.ts'
import { safeLine } from '#platform/text.ts'
import { type CoveredPull, coveredPulls, coverPulls, pullsByEntry } from './covered-pulls.ts'
import { type DraftEntry, dismiss, type Entry, NEW_ENTRY_DEFAULTS, requireState, restore } from './entry.ts'
import type { EntryContext } from './entry-effects.ts'
import { bodyFrom, titleFrom } from './entry-text.ts'
import type { Leading } from './lead.ts'
import { type EntryPrecondition, entryById, entryIfUnchanged, insertEntries } from './store.ts'
import { saveEntry } from './transitions.ts'
import { ASKING, highestMagnitude, NEWS, normalized } from './weight.ts'

/** The drafts and pull requests to combine into one entry. */
interface GroupRequest {
  /** Ids of drafts; the first draft provides the title. */
  entryIds: readonly string[]
  /** Ids of pull requests that no entry covers. */
  pullRequestIds?: readonly string[]
}

/**
 * Combines drafts, and pull requests without an entry, into one draft: with the set and the language that all drafts have, the first image
 * that one of them has, and the flag `review` if one of them has it. The combined drafts are dismissed, keep their words and link to the
 * new one. Throws `conflict` if one of them is not a draft, or another entry covers a pull request.
 */
export async function groupEntries(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  { entryIds, pullRequestIds = [] }: GroupRequest,
): Promise<Entry> {
  const drafts = await draftsOf(tx, accountId, [...new Set(entryIds)])
  const ids = drafts.map(draft => draft.id)
  const pullsOf = await pullsByEntry(tx, ids)
  const ungrouped = [...new Set(pullRequestIds)]
  const covered = [...new Set([...[...pullsOf.values()].flat(), ...ungrouped])]
  requireSeveral(covered)
  const pulls = await coveredPulls(tx, accountId, covered)
  for (const id of ungrouped) requireGroupablePull(pulls.get(id), id)
  const changes = [
    ...drafts.map(draft => groupedChange(draft, pullsOf.get(draft.id) ?? [], pulls)),
    ...ungrouped.flatMap(id => ungroupedChange(pulls.get(id))),
  ]
  const entry = await newGroupDraft(context, accountId, drafts, covered, changes)
  await insertEntries(tx, [{ entry, pullRequestIds: [], decisionId: null }])
  const together = asItem(context, entry.id)
  for (const draft of drafts.toSorted(byId))
    await saveEntry(tx, together, 'merged into another', draft, { ...dismiss(draft), mergedInto: entry.id })
  await coverPulls(tx, entry, covered, 'Another entry already covers one of these pull requests.')
  await refreshPlaces(tx, covered)
  await logGrouping(tx, together, entry, drafts, covered)
  return entry
}

/** Drafts are locked in the order of their ids, so that concurrent groupings cannot deadlock. */
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

async function draftsOf(tx: Tx, accountId: string, ids: readonly string[]): Promise<DraftEntry[]> {
  const drafts: DraftEntry[] = []
  for (const id of ids) drafts.push(requireGroupable(await entryById(tx, id, accountId)))
  return drafts
}

function requireSeveral(covered: readonly string[]): void {
  if (covered.length < 2) throw new AppError('invalid_parameter', 'A group needs at least two pull requests.')
  if (covered.length > MAX_PULLS_PER_ENTRY)
    throw new AppError(
      'invalid_parameter',
      `One entry covers at most ${MAX_PULLS_PER_ENTRY} pull requests; these are ${covered.length}.`,
    )
}

function requireGroupable(entry: Entry): DraftEntry {
  if (entry.origin === 'edition') throw new AppError('conflict', 'An edition cannot be part of a group.')
  return requireState(entry, 'grouped', 'draft')
}

function requireGroupablePull(pull: CoveredPull | undefined, id: string): void {
  if (!pull) throw new AppError('not_found', `No pull request of this account has the id ${safeLine(id)}.`)
  if (pull.reverted) throw new AppError('conflict', 'A reverted pull request cannot be grouped.')
}

export const groupedChange = (
  { title, body, kind, magnitude }: Pick<Entry, 'title' | 'body' | 'kind' | 'magnitude'>,
  ids: readonly string[],
  pulls: Map<string, CoveredPull>,
): GroupedChange => {
  const own = ids.flatMap(id => pulls.get(id) ?? [])
  return {
    title,
    body,
    kind,
    magnitude,
    isBreaking: own.some(pull => pull.isBreaking),
    pulls: own,
    mergedAt: Math.max(0, ...own.map(pull => pull.mergedAt)),
  }
}

/** A pull request without a headline adds its link to the group, but no line of text. */
function ungroupedChange(pull: CoveredPull | undefined): GroupedChange[] {
  if (!pull?.headline) return []
  const { headline: title, kind, magnitude, isBreaking, mergedAt } = pull
  return [
    {
      title,
      body: '',
      kind: kind ?? 'improvement',
      magnitude: magnitude ?? 'patch',
      isBreaking,
      mergedAt,
      pulls: [pull],
    },
  ]
}

async function newGroupDraft(
  { clock, ids, actor }: ActionContext,
  accountId: string,
  drafts: readonly DraftEntry[],
  covered: readonly string[],
  changes: readonly GroupedChange[],
): Promise<DraftEntry> {
  const [lead] = changes
  if (!lead) throw new AppError('invalid_parameter', 'None of these has a headline. Give at least one draft.')
  const joint = groupedCopy(changes)
  const [title, body] = [titleFrom(joint.title), await bodyFrom(joint.body)]
  const now = clock.now()
  return {
    ...NEW_ENTRY_DEFAULTS,
    id: ids.next(),
    state: 'draft',
    accountId,
    setId: common(drafts.map(draft => draft.setId)),
    language: common(drafts.map(draft => draft.language)),
    flag: drafts.some(draft => draft.flag === 'review') ? 'review' : null,
    title,
    body,
    machineTitle: title,
    machineBody: body,
    kind: lead.kind,
    magnitude: highestMagnitude(changes),
    image: drafts.find(draft => draft.image !== null)?.image ?? null,
    primaryPullRequestId: drafts[0]?.primaryPullRequestId ?? lead.pulls[0]?.id ?? covered[0] ?? '',
    author: actor,
    origin: 'group',
    touched: true,
    updatedAt: now,
    createdAt: now,
  }
}

/** The value that all drafts have; null if they have different ones, or none. */
const common = ([first = null, ...others]: readonly (string | null)[]): string | null =>
  others.every(value => value === first) ? first : null

const logGrouping = (
  tx: Tx,
  context: ActionContext,
  entry: Entry,
  drafts: readonly DraftEntry[],
  pullRequests: readonly string[],
): Promise<void> =>
  recordActivity(tx, context, 'grouped', {
    accountId: entry.accountId,
    subject: entry.id,
    version: entry.version,
    before: { entries: drafts.map(draft => draft.id) },
    after: { title: entry.title, pullRequests },
  })

/**
 * Undoes a group that is a draft: dismisses it and restores the drafts that it was made from, except those that were
 * reverted since. Returns the restored drafts.
 */
export async function ungroupEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Entry[]> {
  return splitGroup(tx, context, 'ungrouped', await entryIfUnchanged(tx, id, precondition))
}

/** Ungroups an entry. `action` is what the activity log says about it. */
export async function splitGroup(
  tx: Tx,
  context: EntryContext,
  action: 'ungrouped' | 'undone',
  group: Entry,
): Promise<Entry[]> {
  const before = requireState(group, 'ungrouped', 'draft')
  const { id } = before
  if (before.origin !== 'group')
    throw new AppError('conflict', 'This entry is not a group, so there is nothing to ungroup.')
  const covered = (await pullsByEntry(tx, [id])).get(id) ?? []
  await saveEntry(tx, context, action, before, dismiss(before))
  await tx.deleteFrom('entry_pull_request').where('entry_id', '=', id).execute()
  const back: Entry[] = []
  for (const source of await groupedDrafts(tx, before))
    back.push(await saveEntry(tx, context, 'brought back', source, restore(source)))
  await refreshPlaces(tx, covered)
  return back
}

/** The dismissed drafts that a group was made from. */
export async function groupedDrafts(db: Reader, { id, accountId }: Entry) {
  const rows = await db
    .selectFrom('entry')
    .select('id')
    .where('merged_into', '=', id)
    .where('state', '=', 'dismissed')
    .orderBy('id')
    .execute()
  const sources = []
  for (const row of rows)
    sources.push(requireState(await entryById(db, row.id, accountId), 'brought back', 'dismissed'))
  return sources
}

/** One change of a group: a draft, or a pull request without one. */
export interface GroupedChange extends Omit<Leading, 'lead'> {
  mergedAt: number
  title: string
  body: string
  pulls: readonly CoveredPull[]
}

/**
 * The first change provides title and body; the titles of the others follow as a list. What was fixed of something new is not told, since
 * readers never met the fault.
 */
export function groupedCopy([lead, ...others]: readonly GroupedChange[]): { title: string; body: string } {
  if (!lead) throw new Error('A group is never empty.')
  const seen = new Set([normalized(lead.title)])
  const lines = others.flatMap(({ title, kind, isBreaking }) => {
    const isFixOfNews =
      NEWS.includes(lead.kind) && !NEWS.includes(kind) && !ASKING.includes(kind) && !isBreaking
    if (isFixOfNews || seen.has(normalized(title))) return []
    seen.add(normalized(title))
    return [`- ${escapeMarkdownBlock(title)}`]
  })
  return { title: lead.title, body: [lead.body, lines.join('\n')].filter(Boolean).join('\n\n') }
}
