import type { Reader } from '#platform/db/schema.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'

/** The address of a pull request. */
export interface PullPage {
  url: string
  /** Whether anybody may open it. The address of a private repository tells its name, and leads to nothing. */
  isPublic: boolean
}

/** The addresses of the pull requests of each entry, in merge order. A repository that is not known to be public counts as private. */
export async function pullPages(db: Reader, entryIds: readonly string[]): Promise<Map<string, PullPage[]>> {
  if (entryIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('entry_pull_request as link')
    .innerJoin('pull_request as pull', 'pull.id', 'link.pull_request_id')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .select(['link.entry_id', 'pull.url', 'repository.is_public'])
    .where('link.entry_id', 'in', entryIds)
    .orderBy('pull.merged_at')
    .orderBy('pull.id')
    .execute()
  const pages = rows.flatMap(({ entry_id, url, is_public }) =>
    url !== null && /^https?:\/\//i.test(url) ? [{ entry_id, url, isPublic: is_public === 1 }] : [],
  )
  return Map.groupBy(pages, page => page.entry_id)
}

/** References to pull requests as round-ups have them: one or more links in parentheses. */
const REFERENCES = / \((?:<a href="[^"<>]*"[^<>]*>[^<]*<\/a>(?:, )?)+\)/g
const LINK = /<a href="([^"<>]*)"[^<>]*>/g

/** Takes the links to these pages out of sanitised HTML: references altogether, of other links the words stay. */
export function withoutPullPages(html: string, hidden: readonly PullPage[]): string {
  const addresses = new Set(hidden.map(page => escapeMarkup(page.url)))
  const isHidden = ([, address = '']: readonly string[]) => addresses.has(address)
  return html
    .replace(REFERENCES, references => ([...references.matchAll(LINK)].every(isHidden) ? '' : references))
    .replace(LINK, (link, address: string) => (isHidden([link, address]) ? '<a>' : link))
}
