import type { Instant } from '#platform/clock.ts'
import type { ChangeFragment, MergedPull } from '#pulls/pull-request.ts'
import { isChangelogPath, isFragmentPath } from './changelog-paths.ts'
import { type ChangelogItem, changelogItems } from './items.ts'
import { readsLikeNote } from './note-shape.ts'
import { readReferences, referenceRulesOf } from './references.ts'

/** Something that a team published about its releases: a changelog at its newest state, or the message of a tag. */
export interface ChangelogFile {
  form: 'changelog' | 'tag'
  /** The file's path, or the tag's name. */
  name: string
  text: string
  /** When the tag was made; null for a file. */
  at: Instant | null
}

/** One item of a paper, with the merges that it names. */
export interface Announcement {
  /** The paper's name. */
  file: string
  form: ChangelogFile['form']
  /** The release as its heading or its tag writes it; null where nothing tells. */
  version: string | null
  /** What stands above it inside the release, the nearest last. */
  headings: string[]
  /** The words, without list marker and references. */
  text: string
  /** Pull requests that it names, and commits, by hashes of at least seven digits. */
  numbers: number[]
  commits: string[]
}

const VERSION =
  /\bv?\d+\.(?:\d+|alpha|beta|rc)(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc|pre|dev|canary|next)[\w.-]*)?\b/i
const UNRELEASED = /^\W*(?:unreleased|upcoming|next|main|master|head|in development|vnext)\b/i

/** Every item of a paper that names a merge of the repository (`owner/name`; null where that is not known). */
export function announcementsOf(paper: ChangelogFile, repo: string | null): Announcement[] {
  const reading = referenceRulesOf(paper.text, repo)
  return changelogItems(paper.text).flatMap(item => {
    const { numbers, commits, text } = readReferences(item.text, reading)
    if (numbers.length + commits.length === 0) return []
    return [{ file: paper.name, form: paper.form, ...releaseOf(item, paper), text, numbers, commits }]
  })
}

/** The release is the nearest heading that holds a version; what stands below it sorts the items. */
function releaseOf(
  { headings }: ChangelogItem,
  { form, name }: ChangelogFile,
): Pick<Announcement, 'version' | 'headings'> {
  const at = headings.findLastIndex(heading => VERSION.test(heading) || UNRELEASED.test(heading))
  const version = at === -1 ? (form === 'tag' ? name : null) : versionIn(headings[at] ?? '')
  return { version, headings: headings.slice(at + 1) }
}

const versionIn = (heading: string): string => VERSION.exec(heading)?.[0] ?? 'unreleased'

/** An entry is read no further, and what stands below it not at all. */
const MAX_ENTRY_LENGTH = 4_000

/**
 * Of changelogs as they stood after a merge only the entries that name it, each below its headings; one that names it nowhere is left
 * out. Files elsewhere than where fragments are known to be stay where they read like a note of the change.
 */
export const keepOwnEntries = (
  fragments: readonly ChangeFragment[],
  { number, repo }: Pick<MergedPull, 'number' | 'repo'>,
): ChangeFragment[] =>
  fragments.flatMap(fragment => {
    if (!isChangelogPath(fragment.path))
      return isFragmentPath(fragment.path) || readsLikeNote(fragment) ? [fragment] : []
    const text = number === null ? '' : entriesOf(fragment, number, repo)
    return text === '' ? [] : [{ path: fragment.path, text }]
  })

/** An entry below its headings, as `readEntries` takes it apart. */
export const entryText = (headings: readonly string[], text: string): string =>
  [...headings.map(heading => `### ${heading}`), `- ${text}`].join('\n')

function entriesOf({ path, text }: ChangeFragment, number: number, repo: string): string {
  const last = lastIndexOfNumber(text, number)
  if (last === -1) return ''
  const paper = {
    form: 'changelog' as const,
    name: path,
    text: text.slice(0, last + MAX_ENTRY_LENGTH),
    at: null,
  }
  return announcementsOf(paper, repo)
    .filter(({ numbers }) => numbers.length === 1 && numbers[0] === number)
    .map(({ headings, text }) => entryText(headings, text))
    .join('\n\n')
}

/** Changelogs are long, and what is new stands at their head. */
function lastIndexOfNumber(text: string, number: number): number {
  const digits = String(number)
  let at = text.lastIndexOf(digits)
  while (at !== -1 && /\d/.test(text.charAt(at - 1) + text.charAt(at + digits.length)))
    at = at === 0 ? -1 : text.lastIndexOf(digits, at - 1)
  return at
}
