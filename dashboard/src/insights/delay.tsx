import type { ReactNode } from 'react'
import { Section } from '../parts/page.tsx'
import { DAY, HOUR, WEEK } from '../time.ts'
import type { Insights } from './queries.ts'

type Delay = Insights['timeToPublish']

/** The time from merge to publication. */
export const DelaySection = ({ delay, published }: { delay: Delay; published: number }) => (
  <Section
    title="How long from merge to publication?"
    lead={
      <>
        {leadOf(delay)}
        {leftOutOf(published - delay.entries)}
      </>
    }
  />
)

/** The number that answers a question, before the words about it. */
export const KeyNumber = ({ children }: { children: ReactNode }) => (
  <strong className="inline-block text-xl font-semibold text-ink first-letter:uppercase">{children}</strong>
)

/** A duration in words: "an hour", "3 days", "2 weeks". */
function durationOf(ms: number): string {
  if (ms < 1.5 * HOUR) return 'an hour'
  const [size, unit] = ms < DAY ? [HOUR, 'hour'] : ms % WEEK === 0 ? [WEEK, 'week'] : [DAY, 'day']
  const count = Math.round(ms / size)
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`
}

function leadOf({ entries, medianMs, p90Ms }: Delay): ReactNode {
  if (medianMs === null || p90Ms === null)
    return 'No merge that arrived from a connected source has been published yet.'
  const nineOfTen = durationOf(p90Ms)
  return (
    <>
      <KeyNumber>{durationOf(medianMs)}</KeyNumber>{' '}
      {entries === 1
        ? 'for the one entry.'
        : durationOf(medianMs) === nineOfTen
          ? `for nine of ten of the ${entries} entries.`
          : `for half of the ${entries} entries, ${nineOfTen} for nine of ten.`}
    </>
  )
}

/** A sentence about published entries without a time of their own, because they were imported. */
function leftOutOf(count: number): string {
  if (count <= 0) return ''
  return count === 1
    ? ' One entry from imported history is not counted.'
    : ` ${count} entries from imported history are not counted.`
}
