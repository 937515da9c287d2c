import { briefJson, entryJson } from '#actions/entries/entry-json.ts'
import { itemsIn } from '#changelog/editions/items.ts'
import { editionReferences } from '#changelog/editions/references.ts'
import { coveredPulls, pullsByEntry } from '#changelog/entries/covered-pulls.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { type PastDecision, pastDecisions, withRefs } from '#changelog/entries/evidence-refs.ts'
import { historyOf } from '#changelog/entries/history.ts'
import { hasShownPicture } from '#changelog/entries/images/images.ts'
import { recordingOf } from '#changelog/entries/images/stills.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { entryContent } from '#changelog/feeds/content.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { decisionBeforePersons, standingDecisions } from '#judgement/classification/decisions.ts'
import type { Reader } from '#platform/db/schema.ts'
import { difference } from '#platform/rendering/rendering.ts'
import { picturesIn } from '#pulls/pictures/find-pictures.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { authorsWords } from '#writing/authors-words.ts'
import { passagesOf } from '#writing/pitches.ts'
import { shownPreview } from './preview.ts'

/** The most files of a pull request that are listed; `filesChanged` counts all of them. */
const FILES_SHOWN = 100

type Words = Pick<Entry, 'title' | 'body'>

/** Everything that an entry's page in the dashboard shows. */
export async function entryDetail(db: Reader, entry: Entry) {
  const { title, body, machineTitle, machineBody, proposal } = entry
  const yours = { title, body }
  const machine = { title: machineTitle, body: machineBody }
  const pulls = await pullDetails(db, entry)
  const [listed, content] = [await listedEntry(db, entry), await entryContent(title, body)]
  return {
    entry: entryJson(listed),
    /** The entry's image, which is a recording or a picture. */
    media: entry.image && {
      sha256: entry.image.sha256,
      recording: await recordingOf(db, entry.accountId, entry.image.sha256),
    },
    /** Whether the entry has a picture and the account has not shown one yet. */
    isFirstPicture:
      entry.state === 'draft' && entry.image !== null && !(await hasShownPicture(db, entry.accountId)),
    content,
    /** Whether the entry covers one merge that an import or a backfill recorded. */
    isPast: entry.origin === 'pull-request' && entry.ingestMode === 'past',
    preview: await shownPreview(db, listed, yours, words => entryContent(words.title, words.body)),
    texts: { yours, machine, difference: await differenceOf(machine, yours) },
    proposal: proposal && { ...proposal, difference: await differenceOf(yours, proposal) },
    history: await historyOf(db, entry.id),
    pulls,
    /** The passages of the primary pull request that sentences of the machine are based on. */
    passages: await passagesOf(db, entry.primaryPullRequestId ?? ''),
    ...(await editionDetail(db, entry)),
  }
}

/** The edition that the entry was published with; for a published edition its entries, in reading order. */
async function editionDetail(db: Reader, entry: Entry) {
  const partOf = (await editionReferences(db, [entry])).get(entry.id)?.partOf ?? null
  const { origin, state } = entry
  if (origin !== 'edition' || (state !== 'published' && state !== 'withdrawn')) return { partOf, items: [] }
  const items = await itemsIn(db, entry.id, state)
  return { partOf, items: items.map(item => ({ ...briefJson(item), part: item.edition?.part ?? 'line' })) }
}

/** The difference between two texts, word by word; null if they are equal. */
async function differenceOf(earlier: Words, later: Words) {
  if (earlier.title === later.title && earlier.body === later.body) return null
  return {
    title: await difference(earlier.title, later.title),
    body: await difference(earlier.body, later.body),
  }
}

/** The pull requests of the entry, in merge order, with their files, descriptions and decisions. */
async function pullDetails(db: Reader, entry: Entry) {
  const ids = (await pullsByEntry(db, [entry.id])).get(entry.id) ?? []
  const [pulls, records, decisions] = [
    await coveredPulls(db, entry.accountId, ids),
    await pullsById(db, ids),
    await standingDecisions(db, ids),
  ]
  const standing = [...decisions.values()].map(({ classification }) => classification)
  const past = standing.some(isByHabit) ? await pastDecisions(db, entry.accountId) : []
  const details = ids.map(async id => {
    const [pull, record] = [pulls.get(id), records.get(id)]
    if (!pull || !record) return []
    const decision = decisionDetail(decisions.get(id)?.classification, record, past)
    const before = decision?.layer === 'person' ? await decisionBefore(db, entry.accountId, id, record) : null
    return [{ ...pull, ...shownOf(record), pictures: picturesIn(record), decision, before }]
  })
  return (await Promise.all(details)).flat()
}

const isByHabit = ({ evidence }: Classification): boolean => evidence.some(({ source }) => source === 'team')

/** A decision with references in its evidence; null for a pull request that has not been classified. */
const decisionDetail = (
  decision: Classification | undefined,
  record: MergedPull,
  past: readonly PastDecision[],
) => (decision ? { ...decision, evidence: withRefs(decision.evidence, record, past) } : null)

const shownOf = ({ title, body, author, labels, files, filesChanged, additions, deletions }: MergedPull) => ({
  body,
  authorsWords: authorsWords({ title, body }),
  author,
  labels,
  filesChanged,
  additions,
  deletions,
  files: files.slice(0, FILES_SHOWN),
})

/** The current decision about a recorded pull request, with references in its evidence. */
export async function decisionOf(db: Reader, accountId: string, id: string, record: MergedPull) {
  const decision = (await standingDecisions(db, [id])).get(id)?.classification
  return withReferences(db, accountId, decision, record)
}

/** The last decision about a recorded pull request before a person decided, with references in its evidence. */
export const decisionBefore = async (db: Reader, accountId: string, id: string, record: MergedPull) =>
  withReferences(db, accountId, await decisionBeforePersons(db, id), record)

async function withReferences(
  db: Reader,
  accountId: string,
  decision: Classification | undefined,
  record: MergedPull,
) {
  const past = decision && isByHabit(decision) ? await pastDecisions(db, accountId) : []
  return decisionDetail(decision, record, past)
}
