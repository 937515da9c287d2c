import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '#platform/clock.ts'

/** What a client can send back to ask whether its copy is current. */
export interface Validators {
  etag: string
  /** Null while that is ahead of the clock. */
  lastModified: Instant | null
}

/**
 * RFC 9110 §13.2.2: the entity tag takes precedence over the date, also when it does not match. A date has to be equal: a later one
 * was not sent as `Last-Modified` of this copy, and after the clock was set back or a backup was restored it may belong to another.
 */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return matches(tags, etag)
  const since = headers['if-modified-since']
  return since !== undefined && lastModified !== null && parseHttpDate(since) === lastModified
}

/** The full second after the change: it differs from the `Date` of every copy that was sent before the change. */
export const lastModifiedOf = (changedAt: Instant): Instant => (Math.floor(changedAt / 1000) + 1) * 1000

/** §8.8.3.2, weak comparison: `W/"a"` is as good as `"a"`. A list, or `*` for whatever there is. */
function matches(list: string, etag: string): boolean {
  if (list === etag || list.trim() === '*') return true
  const tags: string[] = list.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []
  return tags.includes(etag)
}

const FORMS = [
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/** The three forms of §5.6.7; null for anything else, which is then as good as not sent. */
export function parseHttpDate(text: string): Instant | null {
  if (!FORMS.some(form => form.test(text))) return null
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(instant) ? null : instant
}

/** IMF-fixdate, the one form that is sent. */
export const httpDate = (instant: Instant): string => new Date(instant).toUTCString()

let formatted = { second: Number.NaN, text: '' }

/** The same for the present moment, formatted once a second. */
export function currentHttpDate(now: Instant): string {
  const second = Math.floor(now / 1000)
  if (second !== formatted.second) formatted = { second, text: httpDate(now) }
  return formatted.text
}
