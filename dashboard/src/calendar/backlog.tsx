import type { Queue } from '../api/entry-queries.ts'
import { PageLink, useAccount } from '../frame/use-account.ts'
import { useNow } from '../parts/text/time.tsx'
import { shortTime } from '../time.ts'
import { drainOf } from './drain.ts'

/** Says that more is queued than goes out in four weeks, and how to change that. */
export function Backlog({ queue }: { queue: Queue }) {
  const { timeZone, may } = useAccount()
  const now = useNow()
  const drain = drainOf(queue)
  if (!drain?.isLong) return null
  return (
    <section aria-label="Long queue" className="rounded-md bg-raised px-4 py-3 forced-colors:border">
      <p className="max-w-page text-pretty">
        <strong className="font-semibold">The queue is long.</strong> {drain.queued} entries are queued, and
        the last goes out {shortTime(drain.last, now, timeZone)}.{' '}
        {may('owner') ? (
          <>
            <PageLink to="/$account/settings/publishing" className="rounded-md underline">
              Add times, or one for an edition
            </PageLink>
            , which takes everything that is ready.
          </>
        ) : (
          'An owner can add times, or one for an edition, which takes everything that is ready.'
        )}
      </p>
    </section>
  )
}
