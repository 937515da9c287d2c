import { DAY } from '../time.ts'

/** How far back a history is read. */
export const SPANS = [
  { value: '30', label: 'The last 30 days' },
  { value: '90', label: 'The last 90 days' },
  { value: '365', label: 'The last year' },
  { value: 'all', label: 'All of its history' },
] as const
export type Span = (typeof SPANS)[number]['value']

/** The next wider span than the one that an import reached back; the widest if there is none. */
export function widerThan({ since, startedAt }: { since: number | null; startedAt: number }): Span {
  if (since === null) return 'all'
  const days = (startedAt - since) / DAY
  return SPANS.find(({ value }) => value !== 'all' && Number(value) > days + 1)?.value ?? 'all'
}

/** The beginning of the span, in milliseconds since 1970; undefined for all. */
export const sinceOf = (span: Span): number | undefined =>
  span === 'all' ? undefined : Date.now() - Number(span) * DAY
