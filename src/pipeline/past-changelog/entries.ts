import { createHash } from 'node:crypto'
import { BODY_LIMIT, bodyFrom } from '#changelog/entries/entry-text.ts'
import { SECTION_ORDER } from '#changelog/entries/grouped-copy.ts'
import { type ImportedEntry, ITEM_SEPARATOR } from '#changelog/entries/imported.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { HEADLINE_LIMIT } from '#judgement/copy/pitch.ts'
import { shorten } from '#judgement/copy/title/fit.ts'
import { titleSentence } from '#judgement/copy/title/headline.ts'
import { meaningOfHeading } from '#pipeline/judging/history/heading-meaning.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { clip, safeLine, safeText } from '#platform/text.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import { changelogItems } from '#pulls/changelog-sources/items.ts'
import { readReferences, referenceRulesOf } from '#pulls/changelog-sources/references.ts'
import type { Repository } from '#pulls/repositories.ts'
import type { PastText } from './releases.ts'

/** A past text whose day is known. */
export type DatedText = PastText & { at: Instant }

/** The repository that its numbers belong to; null where none is known. */
export type PastRepository = Pick<Repository, 'host' | 'name'> | null

/** What its addresses are told from others' by; without a host each counts. */
const slugOf = ({ host, name }: NonNullable<PastRepository>): string | null => (host === 'git' ? null : name)

/** What a past text names. Without a repository its numbers say nothing. */
export function referencesOf({ name, body }: PastText, repo: PastRepository) {
  if (repo === null) return { numbers: [], commits: [] }
  const announcements = announcementsOf({ form: 'changelog', name, text: body, at: null }, slugOf(repo))
  return {
    numbers: announcements.flatMap(one => one.numbers),
    commits: announcements.flatMap(one => one.commits),
  }
}

/** The whole of it as one entry; null when its text can be shown in no feed. */
export async function wholeEntry(past: DatedText, repo: PastRepository): Promise<ImportedEntry | null> {
  const body = await shownBody(past.body, past.page)
  if (body === null) return null
  return {
    ...referencesOf(past, repo),
    key: keyOf(past, repo),
    title: titleOf(past),
    body,
    kind: kindOf(changelogItems(past.body).map(item => item.headings)),
    magnitude: magnitudeOf(past.version),
    at: past.at,
    span: safeLine(past.name) || titleOf(past),
    page: past.page,
  }
}

/** Each of its items as an entry. What stands below a heading for people who work on it is left out. */
export async function eachEntry(past: DatedText, repo: PastRepository): Promise<ImportedEntry[]> {
  const reading = referenceRulesOf(past.body, repo && slugOf(repo))
  const entries: ImportedEntry[] = []
  for (const { headings, text } of changelogItems(past.body)) {
    const { text: words, ...named } = readReferences(text, reading)
    const sentence = titleSentence(words)
    const title = shorten(sentence, HEADLINE_LIMIT)
    const meaning = meaningOf(headings)
    if (title === '' || meaning?.told === false) continue
    entries.push({
      ...(repo === null ? { numbers: [], commits: [] } : named),
      key: `${keyOf(past, repo)}${ITEM_SEPARATOR}${hashOf(words)}`,
      title,
      body: title === sentence ? '' : ((await shownBody(sentence, past.page)) ?? ''),
      kind: meaning?.kind ?? 'improvement',
      magnitude: 'patch',
      at: past.at,
      span: null,
      page: past.page,
    })
  }
  return entries
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The same release has one key, whether a changelog or a release page tells of it. */
function keyOf({ id, product, name, version }: PastText, repo: PastRepository): string {
  if (id !== null) return `item ${hashOf(id)}`
  const own = repo?.name.split('/').at(-1)?.toLowerCase()
  const of = product?.toLowerCase() ?? ''
  const part = of === own || of.split('/').at(-1) === own ? '' : of
  return `release ${hashOf(JSON.stringify([repo?.name.toLowerCase() ?? '', part, (version ?? name).toLowerCase()]))}`
}

const BARE_VERSION = /^v?\d+\.\d\S*$/i

/** A version alone tells nobody of what. */
function titleOf({ product, name, version, at }: DatedText): string {
  const plain = safeLine(name)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const said = BARE_VERSION.test(plain) ? `${product ?? 'Version'} ${version ?? plain}` : plain
  return shorten(safeLine(said) || `Changes of ${day}`, HEADLINE_LIMIT)
}

function meaningOf(headings: readonly string[]) {
  for (const heading of headings.toReversed()) {
    const meaning = meaningOfHeading(heading)
    if (meaning) return meaning
  }
  return null
}

/** The one of its sections that customers care for most. */
function kindOf(headings: readonly (readonly string[])[]): Kind {
  const kinds = new Set(headings.flatMap(some => meaningOf(some)?.kind ?? []))
  return SECTION_ORDER.find(kind => kinds.has(kind)) ?? 'improvement'
}

/** The version's own word is all that is left to go by: x.0 is a headline, x.y.0 a capability, the rest small. */
function magnitudeOf(version: string | null): Magnitude {
  const [, minor, patch] = /^\d+\.(\d+)(?:\.(\d+))?/.exec(version ?? '') ?? []
  if (minor === undefined) return 'minor'
  if (Number(patch ?? 0) > 0) return 'patch'
  return Number(minor) > 0 ? 'minor' : 'major'
}

const MORE_ROOM = 200

/** Cut after a whole line where it is longer than an entry may be. Null for Markdown that cannot be rendered. */
async function shownBody(text: string, page: string | null): Promise<string | null> {
  const body = safeText(text).trim()
  try {
    return await bodyFrom(body.length > BODY_LIMIT ? cut(body, page) : body)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function cut(body: string, page: string | null): string {
  const kept = body.slice(0, BODY_LIMIT - MORE_ROOM)
  const whole = kept.slice(0, Math.max(kept.lastIndexOf('\n'), 0)) || clip(kept, BODY_LIMIT - MORE_ROOM)
  const isOpen = (whole.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1
  const rest = page === null || page.length > MORE_ROOM - 50 ? '… and more.' : `[… and more](${page})`
  return `${whole}${isOpen ? '\n```' : ''}\n\n${rest}`
}
