import { Link } from '@tanstack/react-router'
import type { Queue } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { useNow } from '../parts/text/time.tsx'
import { slotTime } from '../time.ts'
import { drainOf } from './drain.ts'

const slotsOf = (count: number): string => (count === 1 ? 'one slot' : `${count} slots`)

/** When the queue is empty at its present slots: "At 3 slots a week, all of it is out by Tue 10:00." */
export function Draining({ queue }: { queue: Queue }) {
  const { timeZone } = useAccount()
  const now = useNow()
  const drain = drainOf(queue)
  if (!drain || drain.isLong) return null
  return (
    <>
      {' '}
      At {slotsOf(drain.slotsAWeek)} a week, what is queued is out by {slotTime(drain.last, now, timeZone)}.
    </>
  )
}

/** Says that more is queued than goes out in four weeks, and what helps. */
export function Backlog({ queue }: { queue: Queue }) {
  const { id: account, timeZone, may } = useAccount()
  const now = useNow()
  const drain = drainOf(queue)
  if (!drain?.isLong) return null
  return (
    <section aria-label="Long queue" className="rounded-md bg-raised px-4 py-3 forced-colors:border">
      <p className="max-w-page text-pretty">
        <strong className="font-semibold">The queue is long.</strong> {drain.queued} entries are queued and go
        out at {slotsOf(drain.slotsAWeek)} a week, the last {slotTime(drain.last, now, timeZone)}.{' '}
        {may('owner') ? (
          <>
            <Link to="/$account/schedule" params={{ account }} className="rounded-md underline">
              Add slots, or gather them in editions
            </Link>
            , which take one slot for all that there is.
          </>
        ) : (
          'An owner can add slots, or gather entries in editions, which take one slot for all that there is.'
        )}
      </p>
    </section>
  )
}
