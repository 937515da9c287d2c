import type { Instant } from '#platform/clock.ts'

/** Of a past, in bytes. */
export const PAST_MAX_BYTES = 32 * 1024 * 1024

/** What a team published once, as it was found: a release, or an item of a feed. */
export interface PastText {
  /** What tells it from all others; null: its version does, or its name. */
  id: string | null
  /** Of what, where that is said. */
  product: string | null
  name: string
  version: string | null
  /** Null where nothing tells. */
  at: Instant | null
  /** Markdown. */
  body: string
  page: string | null
  /** Not released yet. */
  isUnreleased: boolean
}

/** Versions for those who try what is to come; hardly anybody's changelog tells customers of them. */
export const isPrerelease = ({ version }: Pick<PastText, 'version'>): boolean =>
  version !== null &&
  /\d[-.]?(?:alpha|beta|rc|pre|dev|canary|next|nightly|snapshot|experimental)/i.test(version)

/** Links alone, or dependencies that were raised, are nothing to tell. */
export function isEmpty({ body }: Pick<PastText, 'body'>): boolean {
  let isBelow = false
  return body.split('\n').every(line => {
    const words = line.replace(/^\W+/, '')
    isBelow = LISTED.test(words) || (isBelow && (words === '' || /^\s/.test(line)))
    return isBelow || line.startsWith('#') || isBare(line, words)
  })
}

/** What the indented lines below belong to. */
const LISTED = /^(?:full changelog|updated dependencies|compare)/i
/** `v1.1.0...v1.2.0`, perhaps with its address. */
const RANGE = /^[\w/@-][\w/@-]*(?:\.[\w/@-]+)*\.{2,3}[\w/@-]\S*$/

const isBare = (line: string, words: string): boolean =>
  !/[\p{L}\p{N}]/u.test(line) || RANGE.test(words) || /^no changes?\W*$/i.test(words)
