import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { isUniqueViolation } from '#platform/db/failure.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { type CoveredPull, coveredPulls, pullsByEntry } from './covered-pulls.ts'
import { type DraftEntry, dismiss, type Entry, NEW_ENTRY_DEFAULTS, requireState, restore } from './entry.ts'
import type { EntryContext } from './entry-effects.ts'
import { bodyFrom, titleFrom } from './entry-text.ts'
import { type GroupedChange, groupedCopy, highestMagnitude } from './grouped-copy.ts'
import { type EntryPrecondition, entryById, entryIfUnchanged, insertEntries } from './store.ts'
import { saveEntry } from './transitions.ts'

/** Pull requests that one entry may cover. */
export const MAX_PULLS_PER_ENTRY = 200

/** What is to become one entry. */
export interface GroupRequest {
  /** Drafts; the first leads. */
  entryIds: readonly string[]
  /** Pull requests that are in no entry. */
  pullRequestIds?: readonly string[]
  /** Makes it a round-up of that, with sections; otherwise the first draft leads and the others add to it. */
  span?: string
}

/**
 * Makes one draft of several, and of pull requests that are in none. The emptied drafts are put aside, keep their words and say where
 * they went. `conflict` when one of them is no draft, or a pull request is in another entry by now.
 */
export async function groupEntries(
  tx: Tx,
  context: EntryContext,
  accountId: string,
  { entryIds, pullRequestIds = [], span }: GroupRequest,
): Promise<Entry> {
  const drafts = await draftsOf(tx, accountId, [...new Set(entryIds)])
  const pullsOf = await pullsByEntry(
    tx,
    drafts.map(draft => draft.id),
  )
  const loose = [...new Set(pullRequestIds)]
  const covered = [...new Set([...[...pullsOf.values()].flat(), ...loose])]
  requireSeveral(covered)
  const pulls = await coveredPulls(tx, accountId, covered)
  for (const id of loose) requireGroupable(pulls.get(id), id)
  const changes = [
    ...drafts.map(draft => groupedChange(draft, pullsOf.get(draft.id) ?? [], pulls)),
    ...loose.flatMap(id => ungroupedChange(pulls.get(id))),
  ]
  const entry = await newGroupDraft(context, accountId, drafts, covered, changes, span ?? null)
  await insertEntries(tx, [{ entry, pullRequestIds: [], decisionId: null }])
  for (const draft of drafts.toSorted(byId))
    await saveEntry(tx, context, 'merged into another', draft, { ...dismiss(draft), mergedInto: entry.id })
  await linkPulls(tx, entry, covered)
  await refreshPlaces(tx, covered)
  await logGrouping(tx, context, entry, drafts, covered)
  return entry
}

/** Two who take the same drafts in another order must not wait for each other. */
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

async function draftsOf(tx: Tx, accountId: string, ids: readonly string[]): Promise<DraftEntry[]> {
  const drafts: DraftEntry[] = []
  for (const id of ids) drafts.push(requireState(await entryById(tx, id, accountId), 'grouped', 'draft'))
  return drafts
}

function requireSeveral(covered: readonly string[]): void {
  if (covered.length < 2)
    throw new AppError('invalid_parameter', 'An entry of several takes at least two pull requests.')
  if (covered.length > MAX_PULLS_PER_ENTRY)
    throw new AppError(
      'invalid_parameter',
      `One entry covers at most ${MAX_PULLS_PER_ENTRY} pull requests; these are ${covered.length}.`,
    )
}

function requireGroupable(pull: CoveredPull | undefined, id: string): void {
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
    pulls: own,
    mergedAt: Math.max(0, ...own.map(pull => pull.mergedAt)),
  }
}

/** What has no words for customers adds its page and no line. */
function ungroupedChange(pull: CoveredPull | undefined): GroupedChange[] {
  if (!pull?.headline) return []
  const { headline: title, kind, magnitude, mergedAt } = pull
  return [
    {
      title,
      body: '',
      kind: kind ?? 'improvement',
      magnitude: magnitude ?? 'patch',
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
  span: string | null,
): Promise<DraftEntry> {
  const [lead] = changes
  if (!lead)
    throw new AppError('invalid_parameter', 'None of these has words for customers; give at least one draft.')
  const joint = groupedCopy(changes, span)
  const [title, body] = [titleFrom(joint.title), await bodyFrom(joint.body)]
  const now = clock.now()
  const sets = new Set(drafts.map(draft => draft.setId))
  return {
    ...NEW_ENTRY_DEFAULTS,
    id: ids.next(),
    state: 'draft',
    accountId,
    setId: sets.size === 1 ? ([...sets][0] ?? null) : null,
    ...{ title, body, machineTitle: title, machineBody: body },
    kind: lead.kind,
    magnitude: highestMagnitude(changes),
    primaryPullRequestId: drafts[0]?.primaryPullRequestId ?? lead.pulls[0]?.id ?? covered[0] ?? '',
    author: actor,
    origin: span === null ? 'group' : 'round-up',
    span,
    touched: true,
    updatedAt: now,
    createdAt: now,
  }
}

async function linkPulls(tx: Tx, { id, accountId }: Entry, pullRequestIds: readonly string[]): Promise<void> {
  const links = pullRequestIds
    .toSorted()
    .map(pull => ({ entry_id: id, pull_request_id: pull, account_id: accountId, live: 1 }))
  try {
    await tx.insertInto('entry_pull_request').values(links).execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', 'One of these pull requests is in another entry already.')
  }
}

const logGrouping = (
  tx: Tx,
  { clock, ids, actor }: ActionContext,
  entry: Entry,
  drafts: readonly DraftEntry[],
  pullRequests: readonly string[],
): Promise<void> =>
  recordActivity(tx, clock, ids, {
    accountId: entry.accountId,
    actor,
    action: entry.origin === 'round-up' ? 'rounded up' : 'grouped',
    subject: entry.id,
    before: { entries: drafts.map(draft => draft.id) },
    after: { title: entry.title, pullRequests },
  })

/**
 * Undoes a group or a round-up while it is a draft: the drafts that it was made of are back as they were. What was reverted meanwhile
 * stays away. The joint entry is put aside with its words. Gives the drafts that came back.
 */
export async function ungroupEntry(
  tx: Tx,
  context: EntryContext,
  id: string,
  seeing: EntryPrecondition = {},
): Promise<Entry[]> {
  const before = requireState(await entryIfUnchanged(tx, id, seeing), 'ungrouped', 'draft')
  if (before.origin === 'pull-request' || before.origin === 'import')
    throw new AppError('conflict', 'This entry was not made of several; there is nothing to ungroup.')
  const covered = (await pullsByEntry(tx, [id])).get(id) ?? []
  await saveEntry(tx, context, 'ungrouped', before, dismiss(before))
  await tx.deleteFrom('entry_pull_request').where('entry_id', '=', id).execute()
  const back: Entry[] = []
  for (const source of await groupedDrafts(tx, before))
    back.push(await saveEntry(tx, context, 'brought back', source, restore(source)))
  await refreshPlaces(tx, covered)
  return back
}

/** The drafts that it emptied and that are still put aside for it. */
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
