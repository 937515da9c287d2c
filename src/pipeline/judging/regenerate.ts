import { coveredPulls, pullsByEntry } from '#changelog/entries/covered-pulls.ts'
import { editableEntry, proposeWords } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { type GroupedChange, groupedChange, groupedCopy, groupedDrafts } from '#changelog/entries/grouping.ts'
import type { EntryPrecondition } from '#changelog/entries/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { DiffPart } from '#platform/diff.ts'
import { AppError } from '#platform/errors.ts'
import { difference } from '#platform/rendering/rendering.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { askingFor, type WritingContext } from './judge.ts'
import { isJudged, type Judge, type Judged, type Unjudged } from './judged.ts'
import { wordingOf } from './variants.ts'

interface RegenerateResult {
  entry: Entry
  /** The new words; null if they would be the same, or if the change is now internal. */
  words: { title: string; body: string } | null
  /** The difference between the entry's current words and the new ones. */
  difference: { title: DiffPart[]; body: DiffPart[] } | null
}

/**
 * Writes an entry's words again from its pull requests as they are now, and stores them as a proposal. A
 * group is worded as a whole by the account's language model; if there is none, or its words cannot be used,
 * by the words of the group's members. The entry's own words stay until a person accepts the proposal, unless
 * `store` does something else with the new ones. Throws `conflict` if the entry changed in the meantime.
 */
export async function regenerate(
  context: WritingContext,
  judge: Judge,
  id: string,
  precondition: EntryPrecondition = {},
  store: typeof proposeWords = proposeWords,
): Promise<RegenerateResult> {
  const { db, action } = context
  const before = await editableEntry(db.read, id, precondition)
  if (before.origin === 'import' || before.origin === 'edition')
    throw new AppError('conflict', 'The machine has no words for it: it was imported, or is an edition.')
  const asWhole = before.origin === 'group' ? await writtenAsWhole(context, before) : null
  const found = asWhole ?? (await wordsFromPulls(context, judge, before))
  const isNew = found !== null && (found.title !== before.machineTitle || found.body !== before.machineBody)
  const words = isNew ? found : null
  const entry = await db.write(tx => store(tx, action, before, words))
  return { entry, words, difference: words && (await differenceFrom(before, words)) }
}

/** The words of the account's language model for everything that a group covers; null if there are none that can be used. */
async function writtenAsWhole(
  { db, models, signal }: WritingContext,
  group: Entry,
): Promise<Entry['proposal']> {
  const context = await models()
  const account = await context.modelOf(group.accountId)
  if (account === null) return null
  const asking = await askingFor(context, group.accountId, account, signal)
  const wording = await wordingOf(db.read, asking, group)
  if (!('pitch' in wording)) return null
  const { headline, body } = wording.pitch
  return { title: headline, body }
}

async function wordsFromPulls(
  { db, signal }: WritingContext,
  judge: Judge,
  entry: Entry,
): Promise<Entry['proposal']> {
  const pullIds = (await pullsByEntry(db.read, [entry.id])).get(entry.id) ?? []
  const pulls = await pullsById(db.read, pullIds)
  const judged = (await judge(entry.accountId, [...pulls.values()], signal)).map(requireJudged)
  const byId = new Map([...pulls.keys()].map((pullId, at) => [pullId, judged[at]]))
  return entry.origin === 'pull-request'
    ? ownWords(byId.get(entry.primaryPullRequestId ?? ''))
    : joint(await changesOf(db, entry, pullIds, byId))
}

function requireJudged(one: Judged | Unjudged): Judged {
  if (isJudged(one)) return one
  throw new AppError('conflict', `The machine cannot word it: ${one.failure}`)
}

const differenceFrom = async (before: Entry, words: { title: string; body: string }) => ({
  title: await difference(before.title, words.title),
  body: await difference(before.body, words.body),
})

const joint = (changes: readonly GroupedChange[]) => (changes.length === 0 ? null : groupedCopy(changes))

const ownWords = (judged: Judged | undefined) =>
  judged?.pitch ? { title: judged.pitch.headline, body: judged.pitch.body } : null

/** The changes of a group. Drafts that a person edited keep their words; the others get new ones. */
async function changesOf(
  { read }: Database,
  entry: Entry,
  pullIds: readonly string[],
  judged: Map<string, Judged | undefined>,
): Promise<GroupedChange[]> {
  const sources = await groupedDrafts(read, entry)
  const ids = sources.map(source => source.id)
  const pullsOf = await pullsByEntry(read, ids)
  const covered = await coveredPulls(read, entry.accountId, pullIds)
  const drafts = sources.map(source => {
    const fresh = source.touched ? null : ownWords(judged.get(source.primaryPullRequestId ?? ''))
    return { ...groupedChange({ ...source, ...fresh }, pullsOf.get(source.id) ?? [], covered), source }
  })
  const told = new Set([...pullsOf.values()].flat())
  const loose = pullIds.filter(id => !told.has(id)).flatMap(id => looseChange(id, judged, covered))
  const isLead = ({ pulls }: GroupedChange) => pulls.some(pull => pull.id === entry.primaryPullRequestId)
  const changes: GroupedChange[] = [...drafts, ...loose]
  return changes.toSorted((a, b) => Number(isLead(b)) - Number(isLead(a)) || a.mergedAt - b.mergedAt)
}

function looseChange(
  id: string,
  judged: Map<string, Judged | undefined>,
  covered: Awaited<ReturnType<typeof coveredPulls>>,
): GroupedChange[] {
  const [one, pull] = [judged.get(id), covered.get(id)]
  const words = ownWords(one)
  if (!one || !pull || !words) return []
  const { kind, magnitude, isBreaking = false } = one.classification
  return [{ ...words, body: '', kind, magnitude, isBreaking, mergedAt: pull.mergedAt, pulls: [pull] }]
}
