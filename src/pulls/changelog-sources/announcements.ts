import type { Instant } from '#platform/clock.ts'
import type { ChangeFragment, MergedPull } from '#pulls/pull-request.ts'
import { addedItems } from './added-entries.ts'
import { isChangelogPath, isFragmentPath } from './changelog-paths.ts'
import { type ChangelogItem, changelogItems } from './items.ts'
import { readsLikeNote } from './note-shape.ts'
import { readReferences, referenceRulesOf } from './references.ts'

/** A changelog file as it is now, or the message of an annotated tag. */
export interface ChangelogFile {
  form: 'changelog' | 'tag'
  /** The path of the file, or the name of the tag. */
  name: string
  text: string
  /** When the tag was made; null for a file. */
  at: Instant | null
}

/** An item of a changelog, with the merges that it references. */
export interface Announcement {
  /** The changelog's name. */
  file: string
  form: ChangelogFile['form']
  /** The release as its heading or tag writes it; null when unknown. */
  version: string | null
  /** The headings above the item inside its release, nearest last. */
  headings: string[]
  /** The text, without list marker and references. */
  text: string
  /** Numbers of pull requests, and commit hashes of at least seven digits. */
  numbers: number[]
  commits: string[]
}

const VERSION =
  /\bv?\d+\.(?:\d+|alpha|beta|rc)(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc|pre|dev|canary|next)[\w.-]*)?\b/i
const UNRELEASED = /^\W*(?:unreleased|upcoming|next|main|master|head|in development|vnext)\b/i

/** The items of a changelog that reference a merge of the repository (`owner/name`; null when unknown). */
export function announcementsOf(changelog: ChangelogFile, repo: string | null): Announcement[] {
  const reading = referenceRulesOf(changelog.text, repo)
  return changelogItems(changelog.text).flatMap(item => {
    const { numbers, commits, text } = readReferences(item.text, reading)
    if (numbers.length + commits.length === 0) return []
    return [
      { file: changelog.name, form: changelog.form, ...releaseOf(item, changelog), text, numbers, commits },
    ]
  })
}

/** The release is the nearest heading with a version. The headings below it are sections. */
function releaseOf(
  { headings }: ChangelogItem,
  { form, name }: ChangelogFile,
): Pick<Announcement, 'version' | 'headings'> {
  const at = headings.findLastIndex(heading => VERSION.test(heading) || UNRELEASED.test(heading))
  const version = at === -1 ? (form === 'tag' ? name : null) : versionIn(headings[at] ?? '')
  return { version, headings: headings.slice(at + 1) }
}

const versionIn = (heading: string): string => VERSION.exec(heading)?.[0] ?? 'unreleased'

/** How much of the text after the last reference is read. */
const MAX_ENTRY_LENGTH = 4_000

/** A fragment as it was read: of a changelog the whole, and its text before the merge, where that is known. */
export interface ReadFragment extends ChangeFragment {
  before?: string | null
}

/** What a change says and does besides its entry in a changelog. */
type Beside = Pick<MergedPull, 'title' | 'body' | 'files' | 'author'>

/**
 * Cuts changelogs, as they stood after a merge, down to the entries that reference it, or else to those that it added, each below its
 * headings. A changelog without such an entry is left out, as is a file in an unknown folder that does not read like a note.
 */
export const keepOwnEntries = (
  fragments: readonly ReadFragment[],
  pull: Pick<MergedPull, 'number' | 'repo'>,
  beside: Beside | null = null,
): ChangeFragment[] =>
  fragments.flatMap(fragment => {
    const { path, text } = fragment
    if (!isChangelogPath(path)) return isFragmentPath(path) || readsLikeNote(fragment) ? [{ path, text }] : []
    const own = entriesOf(fragment, pull) || (beside ? addedEntries(fragment, pull.repo, beside) : '')
    return own === '' ? [] : [{ path, text: own }]
  })

/** Writes an entry below its headings, in the form that `readEntries` parses. */
export const entryText = (headings: readonly string[], text: string): string =>
  [...headings.map(heading => `### ${heading}`), `- ${text}`].join('\n')

function entriesOf(
  { path, text }: ChangeFragment,
  { number, repo }: Pick<MergedPull, 'number' | 'repo'>,
): string {
  if (number === null) return ''
  const last = lastIndexOfNumber(text, number)
  if (last === -1) return ''
  const changelog = {
    form: 'changelog' as const,
    name: path,
    text: text.slice(0, last + MAX_ENTRY_LENGTH),
    at: null,
  }
  return announcementsOf(changelog, repo)
    .filter(({ numbers }) => numbers.length === 1 && numbers[0] === number)
    .map(({ headings, text }) => entryText(headings, text))
    .join('\n\n')
}

/** Matches titles of releases and of changes to the changelog itself, which write about other changes. */
const ABOUT_RECORD = /\bchange-?log\b|\brelease notes?\b|^(?:[\w()-]+: )?(?:prepare|release|version|bump)\b/i
/** Matches brackets at the end of an entry, in which some teams name who made the change. */
const CREDITS = / ?\(([^()]{3,200})\)\.?$/

/** The entries that a change adds beside its work. One that references a number which the change does not name tells of another. */
function addedEntries(
  { path, text, before }: ReadFragment,
  repo: string,
  { title, body, files, author }: Beside,
): string {
  const isOfRecord = ABOUT_RECORD.test(title) || files.every(file => isChangelogPath(file.path))
  if (typeof before !== 'string' || isOfRecord) return ''
  const named = new Set(`${title}\n${body}`.match(/(?<=#|\/)\d+\b/g))
  const changelog = { form: 'changelog' as const, name: path, text, at: null }
  const rules = referenceRulesOf(text, repo)
  return addedItems(before, text)
    .map(item => ({ ...readReferences(item.text, rules), ...releaseOf(item, changelog) }))
    .filter(({ numbers, text }) => text !== '' && numbers.every(number => named.has(String(number))))
    .map(({ headings, text }) => entryText(headings, withoutCredits(text, author)))
    .join('\n\n')
}

const withoutCredits = (text: string, author: string | null): string =>
  text.replace(CREDITS, (credits, names: string) => (author && names.includes(author) ? '' : credits))

/**
 * The position of the last reference to the number; -1 without one. Changelogs are long and their newest entries come first, so
 * the rest need not be parsed.
 */
function lastIndexOfNumber(text: string, number: number): number {
  const digits = String(number)
  let at = text.lastIndexOf(digits)
  while (at !== -1 && /\d/.test(text.charAt(at - 1) + text.charAt(at + digits.length)))
    at = at === 0 ? -1 : text.lastIndexOf(digits, at - 1)
  return at
}
