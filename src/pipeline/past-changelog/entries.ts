import { BODY_LIMIT, bodyFrom } from '#changelog/entries/entry-text.ts'
import { type ImportedEntry, ITEM_SEPARATOR } from '#changelog/entries/import-entry.ts'
import { SECTION_ORDER } from '#changelog/entries/weight.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { shorten } from '#judgement/text/shorten.ts'
import { meaningOfHeadings } from '#pipeline/judging/history/heading-meaning.ts'
import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { missingFence } from '#platform/markup/fences.ts'
import { clip, safeLine, safeText } from '#platform/text.ts'
import { announcementsOf } from '#pulls/changelog-sources/announcements.ts'
import { changelogItems } from '#pulls/changelog-sources/items.ts'
import { readReferences, referenceRulesOf } from '#pulls/changelog-sources/references.ts'
import { nameInAddresses, type Repository } from '#pulls/repositories/repositories.ts'
import { titleSentence } from '#writing/headline.ts'
import { HEADLINE_LIMIT } from '#writing/pitch.ts'
import { hashOf } from './keys.ts'
import type { PastText } from './releases.ts'

/** A text with a known date. */
export type DatedText = PastText & { at: Instant }

/** The repository whose pull requests a text mentions; null if unknown. */
type PastRepository = Pick<Repository, 'host' | 'name'> | null

const slugOf = ({ host, name: repo }: NonNullable<PastRepository>) => nameInAddresses({ host, repo })

/** The pull requests and commits that a text mentions; none without a repository, since numbers then mean nothing. */
export function referencesOf({ name, body }: PastText, repo: PastRepository) {
  if (repo === null) return { numbers: [], commits: [] }
  const announcements = announcementsOf({ form: 'changelog', name, text: body, at: null }, slugOf(repo))
  return {
    numbers: announcements.flatMap(({ numbers }) => numbers),
    commits: announcements.flatMap(({ commits }) => commits),
  }
}

/** One entry for the whole text; null if its Markdown cannot be rendered. */
export async function wholeEntry(past: DatedText, repo: PastRepository): Promise<ImportedEntry | null> {
  const body = await entryBody(withoutCredits(past.body), past.page)
  if (body === null) return null
  return {
    ...referencesOf(past, repo),
    key: '',
    title: titleOf(past),
    body,
    kind:
      meaningOfHeadings(past.categories ?? [])?.kind ??
      kindOf(changelogItems(past.body).map(item => item.headings)),
    magnitude: magnitudeOf(past.version),
    at: past.at,
    span: safeLine(past.name) || titleOf(past),
    page: past.page,
  }
}

/** One entry for each item of the text, without items below headings such as "Internal". */
export async function eachEntry(past: DatedText, repo: PastRepository): Promise<ImportedEntry[]> {
  const reading = referenceRulesOf(past.body, repo && slugOf(repo))
  const entries: ImportedEntry[] = []
  for (const { headings, text } of changelogItems(past.body)) {
    const { text: words, ...references } = readReferences(text, reading)
    const sentence = titleSentence(words)
    const title = shorten(sentence, HEADLINE_LIMIT)
    const meaning = meaningOfHeadings(headings)
    if (title === '' || meaning?.told === false) continue
    entries.push({
      ...(repo === null ? { numbers: [], commits: [] } : references),
      key: `${ITEM_SEPARATOR}${hashOf(words)}`,
      title,
      body: title === sentence ? '' : ((await entryBody(sentence, past.page)) ?? ''),
      kind: meaning?.kind ?? 'improvement',
      magnitude: 'patch',
      // The first item is the newest.
      at: past.at - entries.length,
      span: null,
      page: past.page,
    })
  }
  return entries
}

const BARE_VERSION = /^v?\d+\.\d\S*$/i

/** The text's name. A bare version is preceded by the product's name, or by "Version". */
function titleOf({ product, name, version, at }: DatedText): string {
  const plain = safeLine(name)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const title = BARE_VERSION.test(plain) ? `${product ?? 'Version'} ${version ?? plain}` : plain
  return shorten(safeLine(title) || `Changes of ${day}`, HEADLINE_LIMIT)
}

/** The kind whose section comes first in a changelog's usual order. Internal sections count only if there are no others. */
function kindOf(headings: readonly (readonly string[])[]): Kind {
  const meanings = headings.map(meaningOfHeadings)
  if (meanings.length > 0 && meanings.every(meaning => meaning?.told === false)) return 'maintenance'
  const kinds = new Set(meanings.flatMap(meaning => (meaning?.told ? meaning.kind : [])))
  return SECTION_ORDER.find(kind => kinds.has(kind)) ?? 'improvement'
}

/** The magnitude by semantic versioning: x.0.0 is major, x.y.0 minor, x.y.z patch; minor without a version. */
function magnitudeOf(version: string | null): Magnitude {
  const [, minor, patch] = /^\d+\.(\d+)(?:\.(\d+))?/.exec(version ?? '') ?? []
  if (minor === undefined) return 'minor'
  if (Number(patch ?? 0) > 0) return 'patch'
  return Number(minor) > 0 ? 'minor' : 'major'
}

/** Characters reserved for the link to the rest. */
const MORE_LINK_LENGTH = 200

/** The Markdown, cut at a line end if it is too long for an entry. Null if it cannot be rendered. */
async function entryBody(text: string, page: string | null): Promise<string | null> {
  const body = safeText(text).trim()
  try {
    return await bodyFrom(body.length > BODY_LIMIT ? cut(body, page) : body)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function cut(body: string, page: string | null): string {
  const kept = body.slice(0, BODY_LIMIT - MORE_LINK_LENGTH)
  const whole =
    kept.slice(0, Math.max(kept.lastIndexOf('\n'), 0)) || clip(kept, BODY_LIMIT - MORE_LINK_LENGTH)
  const fence = missingFence(whole)
  const rest = page === null || page.length > MORE_LINK_LENGTH - 50 ? '… and more.' : `[… and more](${page})`
  return `${whole}${fence === null ? '' : `\n${fence}`}\n\n${rest}`
}

/** A reference to a pull request: its address, its number, or a link. */
const PULL = String.raw`(?:https?:\/\/[^\s()[\]]{1,300}\/\d{1,9}|[#!]\d{1,9}|\[[^[\]]{0,100}\]\([^()\s]{1,300}\))`
const AUTHOR = String.raw`@[\w-]{1,60}(?:\[bot\])?`
/** What GitHub and release-drafter write behind each title: "by @ada in https://github.com/…/pull/12", "@ada (#12)". */
const CREDITS = new RegExp(` (?:by ${AUTHOR}(?: in ${PULL})?|in ${PULL}|${AUTHOR} \\(${PULL}\\))$`)
const ITEM = /^\s*[*+-] /
const COMPARISON = /^\W*full changelog\b/i
const NEW_CONTRIBUTORS = /^#{1,6} new contributors$|^[*+-] @\S+ made their first contribution\b/i
const CHANGES = /^#{1,6} what['’]s changed$/i
/** Longer lines are not titles. */
const MAX_LINE_LENGTH = 2_000

/**
 * Removes what generated release notes say to the team alone: who merged each change and where, who contributed first, the link to the
 * comparison, and the heading "What's Changed" at the top.
 */
function withoutCredits(notes: string): string {
  const lines = notes
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => !COMPARISON.test(line) && !NEW_CONTRIBUTORS.test(line))
    .map(line => (ITEM.test(line) && line.length <= MAX_LINE_LENGTH ? line.replace(CREDITS, '') : line))
  const first = lines.findIndex(line => line !== '')
  return lines
    .slice(CHANGES.test(lines[first] ?? '') ? first + 1 : 0)
    .join('\n')
    .trim()
}
