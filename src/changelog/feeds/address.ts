import { isUuid } from '#platform/ids.ts'
import type { FeedFormat } from './feed.ts'

/** A parsed feed address. */
export interface FeedAddress {
  /** The path in lower case, without the query. It is a credential: never log it. */
  path: string
  /** The account's public id. */
  accountId: string
  setId: string | null
  /** A tag in lower case; null for the account's own language. */
  language: string | null
  format: FeedFormat
}

const ROOT = '/changelog'

/** True for every path below the feeds' root, whether it is a valid address or not. */
export const isFeedPath = (path: string): boolean => path.startsWith(`${ROOT}/`) || path === ROOT

/** The path, without the query, of a request target in origin-form or absolute-form (RFC 9112, section 3.2). */
export function pathOf(target: string): string {
  if (!target.startsWith('/')) return URL.parse(target)?.pathname ?? target
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}

/** Parses a feed's path; null if it is none. UUIDs may be in upper case (RFC 9562, section 4); other variants are not accepted. */
export function feedAddress(path: string, formats: readonly FeedFormat[]): FeedAddress | null {
  const format = formatOf(path, formats)
  if (!format) return null
  const [plain = '', language = null, ...more] = withoutSuffix(path, format).toLowerCase().split('.')
  if (more.length > 0 || (language !== null && !isLanguageSegment(language))) return null
  const [empty, root, ...ids] = plain.split('/', 6)
  if (empty !== '' || `/${root}` !== ROOT || ids.length > 2) return null
  const [accountId = '', setId = null] = ids
  if (!isUuid(accountId) || (setId !== null && !isUuid(setId))) return null
  return {
    path: withoutSuffix(path, format).toLowerCase() + format.suffix,
    accountId,
    setId,
    language,
    format,
  }
}

const withoutSuffix = (path: string, { suffix }: FeedFormat): string =>
  path.slice(0, path.length - suffix.length)

/** Whether a part of an address may name a language: a BCP 47 tag in lower case whose first subtag has two or three letters. */
export const isLanguageSegment = (text: string): boolean => /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/.test(text)

/** The suffix of the address of a feed in a language other than the account's. */
export const languageSuffix = (language: string | null): string =>
  language === null ? '' : `.${language.toLowerCase()}`

/** The addresses of a feed. They are credentials, so they never go into logs or metrics. */
export interface FeedAddresses {
  atom: string
  json: string
}

/** The addresses of an account's feed, or of one of its sets. */
export function feedAddresses(
  baseUrl: string,
  account: { publicId: string },
  setId?: string,
  language: string | null = null,
): FeedAddresses {
  const atom =
    [baseUrl + ROOT, account.publicId, ...(setId ? [setId] : [])].join('/') + languageSuffix(language)
  return { atom, json: `${atom}.json` }
}

/** The format with the longest matching suffix. The default format has an empty one. */
const formatOf = (path: string, formats: readonly FeedFormat[]): FeedFormat | undefined =>
  formats.filter(format => path.endsWith(format.suffix)).sort((a, b) => b.suffix.length - a.suffix.length)[0]

/** What the address of an account's hosted page is built from. */
export interface PageIdentity {
  publicId: string
  /** Replaces the `account_id` in the address. */
  name: string | null
  /** The team's own host name, whose root is the page. */
  host: string | null
  /** BCP 47; null or absent for the account's own language. */
  language?: string | null
}

/**
 * The address of the hosted page of the account or of one of its sets: on the team's own host, otherwise
 * under the page's name, otherwise under the account's id.
 */
export function pageAddress(
  baseUrl: string,
  { publicId, name, host, language }: PageIdentity,
  setId?: string | null,
): string {
  const root = host === null ? `${baseUrl}/c/${name ?? publicId}` : `https://${host}`
  return [root, language?.toLowerCase(), setId].filter(Boolean).join('/')
}

/** The part of a permalink that follows the page's address. */
export const permalinkPath = (entry: { id: string; title: string }): string =>
  `/e/${slugOf(entry.title)}-${entry.id}`

const SLUG_LIMIT = 60

/** A word without its variation selectors. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{Mc}[\p{Mn}--\p{DI}]]*/gv

/** Words of the title that make the address readable; only the id identifies the entry. Never empty. */
function slugOf(title: string): string {
  // Only Latin letters are the same without their marks.
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
  // The cut may leave half of a character.
  return (
    plain
      .match(WORD)
      ?.join('-')
      .slice(0, SLUG_LIMIT)
      .replace(/-?\p{Cs}?$/u, '') || 'entry'
  )
}
