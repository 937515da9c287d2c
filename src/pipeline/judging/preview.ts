import { leadOf } from '#changelog/entries/lead.ts'
import type { WeighableChange } from '#changelog/entries/weight.ts'
import { bodilessContent, entryContent, plainTitle } from '#changelog/feeds/content.ts'
import type { Feed, FeedEntry } from '#changelog/feeds/feed.ts'
import { FEED_LIMIT } from '#changelog/limits.ts'
import { type Chapter, monthName, weighedChapter } from '#changelog/page/chapters.ts'
import { en } from '#changelog/words/en.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { type Classifier, type Known, nothingBefore } from '#judgement/classification/classifier.ts'
import type { Instant } from '#platform/clock.ts'
import { idOfAddress } from '#platform/ids.ts'
import { batchesOf } from '#platform/iterables.ts'
import { clip, safeText } from '#platform/text.ts'
import { eachOnce } from '#pulls/brought-before.ts'
import { cancelledMerges, type Revertible, revertible } from '#pulls/cancelled-merges.ts'
import { byMergeTime, type SourceFacts } from '#pulls/hosts/merge-source.ts'
import { type MergedPull, referenceOf, seenBy } from '#pulls/pull-request.ts'
import { offlinePitch } from '#writing/offline.ts'
import type { Pitch } from '#writing/pitch.ts'
import { type Judged, judgeAll } from './judged.ts'

/** A pull request in a preview. */
export interface PreviewItem {
  /** The reference, such as `acme/app#12`. */
  reference: string
  number: number | null
  commit: string | null
  url: string | null
  mergedAt: Instant
  /** The author's description, or its beginning, unchanged. */
  description: string
  pitch: Pitch
  classification: Classification
}

/** Whether the item is shown only with the `internal` option. */
export const isInternal = ({ classification }: Pick<PreviewItem, 'classification'>): boolean =>
  classification.visibility === 'internal'

/** An item with the facts that decide its weight. */
export type WeighedItem = PreviewItem & WeighableChange

/** What customers would read, one chapter for each month (UTC), each by weight; the newest month first. */
export function previewChapters(items: readonly PreviewItem[]): Chapter<WeighedItem>[] {
  const months = Map.groupBy(shownOf(items), item => monthName(item.mergedAt, 'UTC', en))
  return [...months].map(([month, those]) => weighedChapter(month, those, en))
}

/** What customers would read about one release, by weight, without a heading. */
export const releaseChapter = (items: readonly PreviewItem[]): Chapter<WeighedItem> =>
  weighedChapter('', shownOf(items), en)

const shownOf = (items: readonly PreviewItem[]): WeighedItem[] =>
  items.filter(item => !isInternal(item)).map(weighable)

const weighable = (item: PreviewItem): WeighedItem => ({
  ...item,
  title: item.pitch.headline,
  kind: item.classification.kind,
  magnitude: item.classification.magnitude,
  isBreaking: item.classification.isBreaking ?? false,
  lead: leadOf(item.classification),
  hasBody: item.pitch.body !== '',
})

/** The changelog that Tidings would make of a history. */
export interface Preview {
  merges: number
  internal: number
  /** How many pull requests are reverts or were reverted. */
  cancelled: number
  /** The user-facing pull requests, and with `internal` the others too; newest first. */
  items: PreviewItem[]
}

/**
 * Judges pull requests, oldest first, without storing anything. Reverts and what they reverted are left out.
 * `known` is what is known about their repository beforehand.
 */
export async function previewOf(
  classifier: Classifier,
  merges: AsyncIterable<MergedPull>,
  options: { internal: boolean; now: Instant },
  known: Known = nothingBefore(),
): Promise<Preview> {
  const candidates: Candidate[] = []
  for await (const pulls of batchesOf(eachOnce(merges), BATCH_SIZE)) {
    const seen = pulls.map(pull => seenBy(pull, options.now))
    candidates.push(...judgeAll(classifier, seen, known).map(judged => candidateOf(judged, options)))
  }
  const cancelled = cancelledMerges(candidates)
  const left = candidates.filter(candidate => !cancelled.has(candidate))
  return {
    merges: candidates.length,
    internal: left.filter(candidate => candidate.internal).length,
    cancelled: cancelled.size,
    items: left
      .toReversed()
      .flatMap(({ item }) => item ?? [])
      .sort((a, b) => byMergeTime(b, a)),
  }
}

/** How many pull requests are judged together, which is faster. */
const BATCH_SIZE = 200

/** A judged pull request with only the fields that the preview needs, since a history can be long. */
interface Candidate extends Revertible {
  internal: boolean
  item: PreviewItem | null
}

function candidateOf(judged: Judged, options: { internal: boolean }): Candidate {
  const { pull, classification } = judged
  const pitch = judged.pitch ?? (options.internal ? offlinePitch(pull) : null)
  return {
    ...revertible(pull),
    internal: classification.visibility === 'internal',
    item: pitch && itemOf(pull, classification, pitch),
  }
}

const itemOf = (pull: MergedPull, classification: Classification, pitch: Pitch): PreviewItem => ({
  reference: referenceOf(pull),
  number: pull.number,
  commit: pull.mergeCommit,
  url: pull.url,
  mergedAt: pull.mergedAt,
  description: clip(safeText(pull.body).trim(), LONGEST_DESCRIPTION),
  pitch,
  classification,
})

const LONGEST_DESCRIPTION = 2_000

/** A preview as a feed that is not served anywhere. The same history always gives the same ids. */
export async function previewFeed(facts: SourceFacts, items: readonly PreviewItem[]): Promise<Feed> {
  const source = facts.url ?? `${facts.host}/${facts.repo}`
  const entries = await Promise.all(items.slice(0, FEED_LIMIT).map(item => entryOf(source, item)))
  return {
    id: idOfAddress(source),
    title: `${facts.name} changelog`,
    author: facts.name,
    language: 'en',
    titleLanguage: 'en',
    updated: entries[0]?.updated ?? 0,
    address: null,
    page: null,
    docs: null,
    entries,
  }
}

async function entryOf(source: string, item: PreviewItem): Promise<FeedEntry> {
  const { pitch, classification, url, mergedAt } = item
  const title = isInternal(item) ? `${pitch.headline} (withheld)` : pitch.headline
  const content = await entryContent(title, pitch.body)
  return {
    id: idOfAddress(url ?? `${source} ${item.reference}`),
    ...content,
    title: plainTitle(content.title),
    ...(content.html === '' && bodilessContent(plainTitle(content.title))),
    permalink: null,
    kind: classification.kind,
    magnitude: classification.magnitude,
    isBreaking: classification.isBreaking ?? false,
    isEdition: false,
    url,
    image: null,
    recordings: [],
    language: null,
    pullRequests: url === null ? [] : [url],
    published: mergedAt,
    updated: mergedAt,
  }
}
