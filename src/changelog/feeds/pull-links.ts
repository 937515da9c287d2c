import { VALUES_PER_STATEMENT } from '#platform/db/database.ts'
import type { Reader } from '#platform/db/schema.ts'
import { chunksOf } from '#platform/iterables.ts'
import { safeAddress } from '#platform/text.ts'

/**
 * Which links to pull requests readers get: all, only those in repositories that are known to be public, or
 * none. The address of a private repository reveals its name and is of no use to readers.
 */
export type ShownPulls = 'all' | 'public' | 'none'

/** The pull requests of some entries that readers may see. */
export interface PullLinks {
  /** The shown links of an entry, in merge order. */
  of(entryId: string): { pullId: string; url: string }[]
  /** Whether readers must not see this address: that of a hidden pull request, or one in a hidden repository. */
  isHidden(address: string): boolean
}

/**
 * The only rule for which addresses of pull requests readers see: on the page, in feeds, exports and posts. A
 * repository counts as private until its code host says that it is public.
 */
export async function pullLinks(
  db: Reader,
  accountId: string,
  entryIds: readonly string[],
  shown: ShownPulls,
): Promise<PullLinks> {
  const rows = await pullRows(db, entryIds)
  const isShown = (isPublic: number | null) => shown === 'all' || (shown === 'public' && isPublic === 1)
  const links = Map.groupBy(
    rows.filter(row => isShown(row.is_public)),
    row => row.entry_id,
  )
  const hidden = new Set(rows.flatMap(row => (isShown(row.is_public) ? [] : hiddenKeyOf(row))))
  if (shown !== 'all') for (const key of await privateRepositories(db, accountId)) hidden.add(key)
  return {
    of: id => (links.get(id) ?? []).map(({ id, url }) => ({ pullId: id, url })),
    isHidden: address => hidden.size > 0 && keysOf(address).some(key => hidden.has(key)),
  }
}

async function pullRows(db: Reader, entryIds: readonly string[]) {
  const chunks = [...chunksOf(entryIds, VALUES_PER_STATEMENT)]
  const rows = (await Promise.all(chunks.map(chunk => rowsOf(db, chunk)))).flat()
  return rows.flatMap(row => {
    const url = safeAddress(row.url)
    return url === null ? [] : [{ ...row, url }]
  })
}

const rowsOf = (db: Reader, entryIds: readonly string[]) =>
  db
    .selectFrom('entry_pull_request as link')
    .innerJoin('pull_request as pull', 'pull.id', 'link.pull_request_id')
    .innerJoin('repository', 'repository.id', 'pull.repository_id')
    .select(['link.entry_id', 'pull.id', 'pull.url', 'repository.is_public'])
    .where('link.entry_id', 'in', entryIds)
    .orderBy('pull.merged_at')
    .orderBy('pull.id')
    .execute()

async function privateRepositories(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('repository')
    .select(['host', 'name'])
    .where('account_id', '=', accountId)
    .where(build => build.or([build('is_public', 'is', null), build('is_public', '=', 0)]))
    .execute()
  return rows.map(({ host, name }) => `${host}/${name}`.toLowerCase())
}

const MOST_SEGMENTS = 25

/** The other hosts of GitHub, and the beginnings of hosts and paths, under which a repository is found too. */
const ALIASES: [RegExp, string][] = [
  [/^(?:raw|media)\.githubusercontent\.com$/, 'github.com'],
  [/^(?:www|api|codeload|ssh)\./, ''],
]
const API = /^\/(?:api\/v\d\/)?(?:repos|projects)(?=\/)/

/**
 * The address as host and path, and each path above it: `host/owner`, `host/owner/name`, `host/owner/name/pull`…
 * It may also be that of the API, of a file or of git, or have no scheme.
 */
function keysOf(address: string): string[] {
  const url = URL.parse(address.includes('://') ? address : `https://${address.replace(/:(?!\d)/, '/')}`)
  if (!url) return []
  const host = ALIASES.reduce((name, [form, plain]) => name.replace(form, plain), url.host)
  const segments = decoded(url.pathname).replace(API, '').toLowerCase().split('/', MOST_SEGMENTS)
  let key = host
  return segments
    .filter(segment => segment !== '')
    .map(segment => {
      key += `/${segment.replace(/\.git$/, '')}`
      return key
    })
}

/**
 * The key of a pull request that is hidden. That of one in a private repository is the repository's, by the name in the address: it may
 * have been renamed since.
 */
function hiddenKeyOf({ url, is_public: isPublic }: { url: string; is_public: number | null }): string[] {
  const keys = keysOf(url)
  const end = keys.findLastIndex(key => /\/(?:pulls?|merge_requests|pull-?requests?|commits?)$/.test(key))
  return isPublic === 1 || end < 2
    ? keys.slice(-1)
    : keys.slice(end - 1, end).map(key => key.replace(/\/-$/, ''))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** What is left of an address without it: nothing, or what stood around it. */
const GAP = /``|<>|\(\)| +(?= )/g

/** A title without hidden addresses. */
export function titleWithoutHidden(title: string, links: Pick<PullLinks, 'isHidden'>): string {
  const shown = withoutHidden(title, links)
  return shown === title ? title : shown.replace(GAP, '').trim() || '…'
}

/** The rows with the titles that readers may see. Reads nothing if no title has a path. */
export async function withShownTitles<R extends { id: string; title: string }>(
  db: Reader,
  accountId: string,
  rows: readonly R[],
  shown: ShownPulls,
): Promise<R[]> {
  const ids = rows.flatMap(({ id, title }) => (title.includes('/') ? [id] : []))
  if (ids.length === 0) return [...rows]
  const links = await pullLinks(db, accountId, ids, shown)
  return rows.map(row => ({ ...row, title: titleWithoutHidden(row.title, links) }))
}

/** A Markdown link. */
const LINK = /\[([^[\]]*)\]\(([^()\s]*)\)/g
/** How the lines of a list refer to their pull requests: one or more links in parentheses. */
const REFERENCES = / \((?:\[[^[\]]*\]\([^()\s]*\)(?:, )?)+\)/g
/** A bare address, with or without a scheme, without the punctuation that ends a sentence. */
const BARE_ADDRESS =
  /(?:(?:https?|ssh|git):\/\/|(?<![\w@./:-])(?:git@)?(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}[/:])[^\s<>"'`()[\]|*]*[^\s<>"'`()[\]|*.,;:!?_]/gi

/**
 * Removes hidden addresses from Markdown: references in parentheses and bare addresses entirely; other links
 * lose the address and keep their text.
 */
export function withoutHidden(markdown: string, { isHidden }: Pick<PullLinks, 'isHidden'>): string {
  const leadsToHidden = (address = '') => isHidden(address.replaceAll('\\', ''))
  return markdown
    .replace(REFERENCES, references => {
      const addresses = [...references.matchAll(LINK)].map(([, , address]) => address)
      return addresses.every(leadsToHidden) ? '' : references
    })
    .replace(LINK, (link, words: string, address: string) => (leadsToHidden(address) ? words : link))
    .replace(BARE_ADDRESS, address => (leadsToHidden(address) ? '' : address))
}
