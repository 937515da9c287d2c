import type { Announcement, ChangelogFile } from './changelog-file.ts'
import { type Item, itemsOf } from './items.ts'
import { readingOf, readReferences } from './references.ts'

const VERSION =
  /\bv?\d+\.(?:\d+|alpha|beta|rc)(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc|pre|dev|canary|next)[\w.-]*)?\b/i
const UNRELEASED = /^\W*(?:unreleased|upcoming|next|main|master|head|in development|vnext)\b/i

/** Every item of a paper that names a merge of the repository (`owner/name`; null where that is not known). */
export function announcementsOf(paper: ChangelogFile, repo: string | null): Announcement[] {
  const reading = readingOf(paper.text, repo)
  return itemsOf(paper.text).flatMap(item => {
    const { numbers, commits, text } = readReferences(item.text, reading)
    if (numbers.length + commits.length === 0) return []
    return [{ paper: paper.name, form: paper.form, ...placeOf(item, paper), text, numbers, commits }]
  })
}

/** The release is the nearest heading that holds a version; what stands below it sorts the items. */
function placeOf(
  { headings }: Item,
  { form, name }: ChangelogFile,
): Pick<Announcement, 'version' | 'headings'> {
  const at = headings.findLastIndex(heading => VERSION.test(heading) || UNRELEASED.test(heading))
  const version = at === -1 ? (form === 'tag' ? name : null) : versionIn(headings[at] ?? '')
  return { version, headings: headings.slice(at + 1) }
}

const versionIn = (heading: string): string => VERSION.exec(heading)?.[0] ?? 'unreleased'
