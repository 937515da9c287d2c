import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '#kit/clock.ts'

/** RFC 9110 §13.2.2: the entity tag wins over the date, also when it does not match. */
export function isNotModified(headers: IncomingHttpHeaders, etag: string, changedAt: Instant): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return matches(tags, etag)
  const since = headers['if-modified-since']
  return since !== undefined && Math.floor(changedAt / 1000) * 1000 <= (parseHttpDate(since) ?? -1)
}

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
