import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import { partsOfTag } from '#pulls/changelog-sources/release-tags.ts'
import type { ReleaseNotes } from '#pulls/hosts/code-host.ts'

/** The largest document that is imported, in bytes. */
export const PAST_MAX_BYTES = 32 * 1024 * 1024

/** A published text as it was found: a release, or an item of a feed. */
export interface PastText {
  /** Identifies the text; null if its version or name does. */
  id: string | null
  /** The product or package that was released; null if not stated. */
  product: string | null
  name: string
  version: string | null
  /** When it was published; null if not stated. */
  at: Instant | null
  /** Markdown. */
  body: string
  /** What its feed files it under, such as "fix". */
  categories?: readonly string[]
  page: string | null
  /** Whether it is a section for changes that are not released yet. */
  isUnreleased: boolean
}

/** Whether the text contains only links or dependency updates. */
export function isEmpty({ body }: Pick<PastText, 'body'>): boolean {
  let isBelow = false
  return body.split('\n').every(line => {
    const words = line.replace(/^\W+/, '')
    isBelow = LISTED.test(words) || (isBelow && (words === '' || /^\s/.test(line)))
    return isBelow || line.startsWith('#') || isBare(line, words)
  })
}

/** Lines that are left out together with the indented lines below them. */
const LISTED =
  /^(?:full changelog|updated dependencies|compare(?: changes| source)?\W*(?:$|https?:|v?\d\S*\.\.))/i
/** Matches `v1.1.0...v1.2.0`, possibly with an address. */
const RANGE = /^[\w/@-][\w/@-]*(?:\.[\w/@-]+)*\.{2,3}[\w/@-]\S*$/

const isBare = (line: string, words: string): boolean =>
  !/[\p{L}\p{N}]/u.test(line) || RANGE.test(words) || /^no changes?\W*$/i.test(words)

/** The product and version in a tag such as `app@1.2.0`, both in lower case. */
export function readTag(tag: string): { product: string; version: string | null } {
  const { product, version } = partsOfTag(tag)
  return { product: product.toLowerCase().split('/').at(-1) ?? '', version: version?.toLowerCase() ?? null }
}

/** The texts of a code host's releases. */
export const releaseTexts = (notes: readonly ReleaseNotes[]): PastText[] =>
  notes.map(({ tag, name, body, at, url, isPrerelease }) => {
    const { product, version } = partsOfTag(tag)
    return {
      id: null,
      product: product || null,
      name: name.trim() || tag,
      version: version !== null && isPrerelease && !/[a-z]/i.test(version) ? `${version}-pre` : version,
      at,
      body,
      page: /^https?:/.test(url ?? '') ? url : null,
      isUnreleased: at === null,
    }
  })

/** The releases of a changelog in Markdown; none where it has no headings of releases. */
export function releasesIn(text: string): PastText[] {
  const { product, releases } = readChangelog(text)
  return releases.map(release => ({ id: null, product, page: null, ...release }))
}

/** The releases of a changelog in Markdown. Throws `invalid_parameter` if there are none. */
export function changelogTexts(text: string): PastText[] {
  const releases = releasesIn(text)
  if (releases.length > 0) return releases
  throw new AppError(
    'invalid_parameter',
    'No release was found: this takes Markdown with a heading for each release, such as "## 1.2.0 - 2026-03-02". "tidings import feed" takes feeds, and JSON of other tools.',
  )
}
