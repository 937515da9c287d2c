import type { Queued } from '#changelog/entries/entry.ts'
import type { Pause } from '#changelog/publishing/pauses.ts'
import type { Slot } from '#changelog/publishing/queue-order.ts'
import type { Relaid } from '#changelog/publishing/schedule.ts'
import { timeOf } from '#changelog/publishing/slots.ts'
import { type Instant, isoOf, parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

/** `none` is the queue of the entries under no set. */
export const setFrom = (text: string): string | null => (text === 'none' ? null : text)

/** What `--at` says; the time is to come. */
export function futureFrom(text: string, now: Instant): Instant {
  const at = parseInstant(text)
  if (at === null) throw new AppError('wrong_usage', '--at takes a time like 2026-12-01T10:00:00Z.')
  if (at <= now) throw new AppError('wrong_usage', '--at takes a time to come; to publish now, leave it out.')
  return at
}

export const slotForm = (slot: Slot) => ({
  slot_id: slot.id,
  set_id: slot.setId,
  day: slot.weekday,
  time: timeOf(slot),
})

export const slotLine = (slot: Slot): string =>
  `${slot.id}  ${slot.weekday.padEnd(9)}  ${timeOf(slot)}  ${slot.setId ?? 'no set'}\n`

export const pauseForm = ({ line, pausedAt, pausedBy }: Pause) => ({
  queue: line,
  paused_at: isoOf(pausedAt),
  paused_by: pausedBy,
})

const placeForm = ({ id, title, queuedFor }: Queued) => ({ id, title, queued_for: isoOf(queuedFor) })

/** What a change of slots or of the time zone did to what is queued. */
export const relaidForm = ({ moved, stayed }: Relaid) => ({
  moved: moved.map(placeForm),
  stayed: stayed.map(placeForm),
})

export const relaidText = ({ moved, stayed }: Relaid): string =>
  [
    ...moved.map(entry => `  moved to ${isoOf(entry.queuedFor)}  ${entry.title}\n`),
    ...stayed.map(entry => `  stays at ${isoOf(entry.queuedFor)}  ${entry.title}\n`),
  ].join('')
