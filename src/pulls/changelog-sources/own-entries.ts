import type { Fragment, MergedPull } from '#pulls/pull-request.ts'
import { announcementsOf } from './announcements.ts'
import { isChangelogPath } from './changelog-paths.ts'

/** An entry is read no further, and what stands below it not at all. */
const ENTRY_READ = 4_000

/**
 * Of changelogs as they stood after a merge only the entries that name it, each below its headings; one that names it nowhere is left
 * out. Other fragments stay as they are.
 */
export const withOwnEntries = (
  fragments: readonly Fragment[],
  { number, repo }: Pick<MergedPull, 'number' | 'repo'>,
): Fragment[] =>
  fragments.flatMap(fragment => {
    if (!isChangelogPath(fragment.path)) return [fragment]
    const text = number === null ? '' : entriesOf(fragment, number, repo)
    return text === '' ? [] : [{ path: fragment.path, text }]
  })

/** An entry below its headings, as `readEntries` takes it apart. */
export const entryText = (headings: readonly string[], text: string): string =>
  [...headings.map(heading => `### ${heading}`), `- ${text}`].join('\n')

function entriesOf({ path, text }: Fragment, number: number, repo: string): string {
  const last = lastMention(text, number)
  if (last === -1) return ''
  const paper = { form: 'changelog' as const, name: path, text: text.slice(0, last + ENTRY_READ), at: null }
  return announcementsOf(paper, repo)
    .filter(({ numbers }) => numbers.length === 1 && numbers[0] === number)
    .map(({ headings, text }) => entryText(headings, text))
    .join('\n\n')
}

/** Changelogs are long, and what is new stands at their head. */
function lastMention(text: string, number: number): number {
  const digits = String(number)
  let at = text.lastIndexOf(digits)
  while (at !== -1 && /\d/.test(text.charAt(at - 1) + text.charAt(at + digits.length)))
    at = at === 0 ? -1 : text.lastIndexOf(digits, at - 1)
  return at
}
