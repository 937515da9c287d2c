import type { Account } from '#accounts/account.ts'
import { type CoveredPull, coveredPulls, pullsByEntry } from '#changelog/entries/covered-pulls.ts'
import { byLead } from '#changelog/entries/lead.ts'
import { groupBySection } from '#changelog/entries/weight.ts'
import { pullLinks, withoutHidden } from '#changelog/feeds/pull-links.ts'
import { shownInFeeds } from '#changelog/feeds/read-feed.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import { isAfter } from '#platform/db/page-cursor.ts'
import type { Reader } from '#platform/db/schema.ts'
import { escapeMarkdown, escapeMarkdownBlock } from '#platform/markup/markup.ts'
import { standalone, withoutHtml } from '#platform/rendering/rendering.ts'
import { safeAddress } from '#platform/text.ts'

/** A published entry in the form of a changelog item. */
interface MarkdownItem {
  title: string
  body: string
  kind: Kind
  magnitude: Magnitude
  isBreaking: boolean
  lead: number
  mergedAt: Instant
  pulls: CoveredPull[]
}

/**
 * Everything published as one CHANGELOG.md, newest first. An imported release is a chapter of its own.
 * Entries that one release shipped are below its name, all others below their month, each in sections by
 * kind. Raw HTML is shown as text: that of an entry, and what several entries would form together.
 */
export async function* markdownExport(db: Reader, account: Account): AsyncGenerator<string> {
  yield await withoutHtml(`# ${escapeMarkdown(account.name)} changelog\n`)
  for await (const published of publishedByMonth(db, account.id)) {
    const ids = published.map(entry => entry.id)
    const links = await pullLinks(db, account.id, ids, shownInFeeds(account.hidesPrivatePulls))
    const entries: PublishedEntry[] = []
    for (const entry of published)
      entries.push({ ...entry, body: await standalone(entry.body, entry.isWhole ? 2 : 1) })
    const pullsOf = await pullsByEntry(db, ids)
    const pulls = await coveredPulls(db, account.id, [...new Set([...pullsOf.values()].flat())])
    const told = (entry: PublishedEntry) => toldOf(entry, pullsOf.get(entry.id) ?? [], pulls)
    for (const [name, chapter] of chaptersOf(entries))
      yield await withoutHtml(withoutHidden(textOf(name, chapter, told), links))
  }
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The chapters, in the order of their newest entries; one without a name comes last. */
function chaptersOf(entries: readonly PublishedEntry[]): [string, PublishedEntry[]][] {
  const day = (at: Instant) => isoOf(at).slice(0, 10)
  const named = Map.groupBy(entries, entry => entry.release)
  const rest = named.get(null) ?? []
  named.delete(null)
  const [first] = rest
  return [
    ...[...named].map(([name, those]): [string, PublishedEntry[]] => [
      `${escapeMarkdown(name ?? '')} - ${day(those[0]?.publishedAt ?? 0)}`,
      those,
    ]),
    ...(first ? [[MONTH.format(first.publishedAt), rest] as [string, PublishedEntry[]]] : []),
  ]
}

function textOf(
  name: string,
  entries: readonly PublishedEntry[],
  told: (entry: PublishedEntry) => MarkdownItem,
): string {
  const [whole, items] = [entries.filter(entry => entry.isWhole), entries.filter(entry => !entry.isWhole)]
  const sections = groupBySection(items.map(told)).map(
    ([section, those]) =>
      `\n### ${section}\n\n${those
        .toSorted((a, b) => byLead(a, b) || b.mergedAt - a.mergedAt)
        .map(itemOf)
        .join('')}`,
  )
  return `\n## ${name}\n${whole.map(entry => wholeOf(entry)).join('')}${sections.join('')}`
}

/** The text of an entry that is a chapter. Its sections are below the heading, which is not repeated. */
const wholeOf = ({ title, body, release }: PublishedEntry): string =>
  `${[release, `Version ${release}`].includes(title) ? '' : `\n**${escapeMarkdown(title)}**\n`}${body && `\n${body}\n`}`

const toldOf = (
  entry: PublishedEntry,
  ids: readonly string[],
  pulls: Map<string, CoveredPull>,
): MarkdownItem => {
  const own = ids.flatMap(id => pulls.get(id) ?? [])
  return {
    ...entry,
    isBreaking: own.some(pull => pull.isBreaking),
    lead: Math.max(...own.map(pull => pull.lead)),
    mergedAt: Math.max(0, ...own.map(pull => pull.mergedAt)),
    pulls: own,
  }
}

function itemOf({ title, body, pulls }: MarkdownItem): string {
  const links = pulls.map(linkTo).filter(Boolean).join(', ')
  const name = body === '' ? escapeMarkdownBlock(title) : `**${escapeMarkdown(title)}**`
  return `- ${name}${links && ` (${links})`}\n${body && `\n${indented(body)}\n\n`}`
}

function linkTo({ number, mergeCommit, url }: CoveredPull): string {
  const label = number === null ? (mergeCommit?.slice(0, 7) ?? '') : `#${number}`
  const address = safeAddress(url)
  return address === null ? label : `[${label}](${address.replace(/[()]/g, encode)})`
}

const encode = (character: string): string => (character === '(' ? '%28' : '%29')

const indented = (body: string): string => body.replace(/^(?=.)/gm, '  ')

/** A published entry, with the release that it belongs to. */
interface PublishedEntry {
  id: string
  title: string
  body: string
  kind: Kind
  magnitude: Magnitude
  publishedAt: Instant
  /** The release; null if the entry belongs to its month. */
  release: string | null
  /** Whether the entry is a chapter of its own rather than a line of one. */
  isWhole: boolean
}

const PAGE = 500

/** The published entries, newest first, one month (UTC) at a time. */
async function* publishedByMonth(db: Reader, accountId: string): AsyncGenerator<PublishedEntry[]> {
  let month: PublishedEntry[] = []
  for await (const entry of allPublished(db, accountId)) {
    const [first] = month
    if (first && monthOf(first) !== monthOf(entry)) {
      yield month
      month = []
    }
    month.push(entry)
  }
  if (month.length > 0) yield month
}

const monthOf = ({ publishedAt }: PublishedEntry): string => isoOf(publishedAt).slice(0, 7)

async function* allPublished(db: Reader, accountId: string): AsyncGenerator<PublishedEntry> {
  let last: PublishedEntry | undefined
  for (;;) {
    const page = await pageAfter(db, accountId, last)
    yield* page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}

async function pageAfter(
  db: Reader,
  accountId: string,
  last: PublishedEntry | undefined,
): Promise<PublishedEntry[]> {
  const after = last && { at: last.publishedAt, id: last.id }
  const rows = await db
    .selectFrom('entry')
    .leftJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .select(['entry.id', 'entry.title', 'entry.body', 'entry.kind', 'entry.magnitude'])
    .select(['entry.published_at', 'entry.span', 'pull.shipped_in'])
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'published')
    // An edition's entries are listed in their months, so the edition itself is left out.
    .where('entry.origin', '<>', 'edition')
    .$call(query => (after ? query.where(isAfter(after, 'entry.published_at', 'entry.id')) : query))
    .orderBy('entry.published_at', 'desc')
    .orderBy('entry.id')
    .limit(PAGE)
    .execute()
  return rows.map(row => {
    const isWhole = row.span !== null
    return {
      id: row.id,
      title: row.title,
      body: row.body,
      isWhole,
      kind: row.kind,
      magnitude: row.magnitude,
      publishedAt: row.published_at ?? 0,
      release: isWhole ? row.span : row.shipped_in,
    }
  })
}
