import { referencedPulls } from '#changelog/entries/promotion.ts'
import { memoizeOnce } from '#platform/cache.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import type { CommittedLine, ReleaseDates, TagDate } from '#pulls/changelog-sources/release-dates.ts'
import type { Repository } from '#pulls/repositories/repositories.ts'
import type { referencesOf } from './entries.ts'
import { type PastText, readTag } from './releases.ts'

/** How the date of a text was found. */
export type DateSource = 'said' | 'by_tags' | 'by_merges' | 'by_commits' | 'by_neighbours'

export const noDateSources = (): Record<DateSource, number> => ({
  said: 0,
  by_tags: 0,
  by_merges: 0,
  by_commits: 0,
  by_neighbours: 0,
})

/** A text with the pull requests and commits that it mentions. */
export type ReferencingText = PastText & { references: ReturnType<typeof referencesOf> }

/**
 * Dates texts by the first of these that is known: the date in the text, its tag's, that of the newest merge
 * that it mentions, and that of the commit that wrote its heading; otherwise between its neighbours' dates.
 * Texts without a date at either end of the list are left out and counted as `undated`. No date lies in the future, and of texts with the
 * same date the first is the newest, or the last in a list that begins with the oldest.
 */
export async function dateTexts<Text extends ReferencingText>(
  db: Reader,
  texts: readonly Text[],
  options: { repository: Repository | null; dates?: ReleaseDates | null },
  now: Instant,
): Promise<{ dated: (Text & { at: Instant })[]; undated: number; sources: Record<DateSource, number> }> {
  const sources = noDateSources()
  const known: (Instant | null)[] = []
  const find = dateFinder(db, options)
  for (const text of texts) {
    const found = await find(text)
    if (found) sources[found.source]++
    known.push(found && Math.min(found.at, now))
  }
  const estimated = inOrder(interpolated(known))
  const dated = texts.flatMap((text, index) => {
    const at = estimated[index] ?? null
    if (at !== null && known[index] === null) sources.by_neighbours++
    return at === null ? [] : [{ ...text, at }]
  })
  return { dated, undated: texts.length - dated.length, sources }
}

function dateFinder(
  db: Reader,
  { repository, dates }: { repository: Repository | null; dates?: ReleaseDates | null },
) {
  const tagDateOf = tagDates(dates?.tags ?? [])
  const headings = memoizeOnce(async () => headingDates((await dates?.lines()) ?? []))
  const finders: [DateSource, (text: ReferencingText) => Instant | null | Promise<Instant | null>][] = [
    ['said', text => text.at],
    ['by_tags', text => tagDateOf(text)],
    ['by_merges', text => repository && newestMerge(db, text, repository)],
    ['by_commits', async text => (await headings())(text)],
  ]
  return async (text: ReferencingText): Promise<{ source: DateSource; at: Instant } | null> => {
    for (const [source, find] of finders) {
      const at = await find(text)
      if (at !== null) return { source, at }
    }
    return null
  }
}

/** The dates, with missing ones in equal steps between the nearest known ones; null before the first and after the last known date. */
function interpolated(dates: readonly (Instant | null)[]): (Instant | null)[] {
  const all = [...dates]
  let before: { at: number; date: Instant } | null = null
  for (const [at, date] of dates.entries()) {
    if (date === null) continue
    for (let gap = (before?.at ?? at) + 1; before && gap < at; gap++)
      all[gap] = Math.round(before.date + ((date - before.date) * (gap - before.at)) / (at - before.at))
    before = { at, date }
  }
  return all
}

async function newestMerge(db: Reader, { references }: ReferencingText, repository: Repository) {
  const ids = await referencedPulls(db, repository, references)
  if (ids.length === 0) return null
  const row = await db
    .selectFrom('pull_request')
    .select(build => build.fn.max('merged_at').as('newest'))
    .where('id', 'in', ids)
    .executeTakeFirst()
  return row?.newest === undefined || row.newest === null ? null : Number(row.newest)
}

/** How far apart texts are whose dates are the same. */
const STEP_MS = 1_000

/** The dates, with neighbours apart that are the same. */
function inOrder(dates: readonly (Instant | null)[]): (Instant | null)[] {
  const given = dates.filter(date => date !== null)
  if ((given[0] ?? 0) < (given.at(-1) ?? 0)) return inOrder(dates.toReversed()).toReversed()
  let same = 0
  return dates.map((date, at) => {
    same = date !== null && date === dates[at - 1] ? same + 1 : 0
    return date === null ? null : date - same * STEP_MS
  })
}

type Release = Pick<PastText, 'product' | 'name' | 'version'>

/** The date of a release's tag; null if no tag matches, or only tags of several products do. */
function tagDates(tags: readonly TagDate[]): (release: Release) => Instant | null {
  const read = tags.map(({ tag, at }) => ({ ...readTag(tag), at }))
  const byVersion = Map.groupBy(read, tag => tag.version)
  return ({ product, version }) => {
    const matching = version === null ? [] : (byVersion.get(version.toLowerCase()) ?? [])
    const tagOf = (name: string) => matching.find(tag => tag.product === name)
    const own = (product && tagOf(lastSegment(product))) || tagOf('')
    const only = matching.length === 1 ? matching[0] : undefined
    return (own ?? only)?.at ?? null
  }
}

const lastSegment = (product: string): string => product.toLowerCase().split('/').at(-1) ?? ''

const HEADING = /^ {0,3}#{1,4}\s/
const UNDERLINE = /^ {0,3}(?:=+|-{3,})\s*$/

/**
 * The date of the commit that added a release's heading to the changelog. Null if that commit added several headings, since it then moved
 * or imported them, and for headings that occur twice.
 */
function headingDates(lines: readonly CommittedLine[]): (release: Release) => Instant | null {
  const headings = lines.flatMap((line, index) => {
    const next = lines[index + 1]?.text ?? ''
    if (!HEADING.test(line.text) && !UNDERLINE.test(next)) return []
    const [release] = readChangelog(`${line.text}\n${UNDERLINE.test(next) ? next : ''}\n`).releases
    return release ? [{ ...line, key: keyOf(release) }] : []
  })
  const byCommit = Map.groupBy(headings, heading => heading.commit)
  const byKey = Map.groupBy(headings, heading => heading.key)
  return release => {
    const [heading, duplicate] = byKey.get(keyOf(release)) ?? []
    if (!heading || duplicate || (byCommit.get(heading.commit)?.length ?? 0) > 1) return null
    return heading.at
  }
}

const keyOf = ({ version, name }: Pick<Release, 'version' | 'name'>): string =>
  (version ?? name).toLowerCase()
