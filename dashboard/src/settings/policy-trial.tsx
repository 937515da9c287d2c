import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../frame/use-account.ts'
import { KindGlyph } from '../parts/kind.tsx'
import { LoadError } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { type Policy, trialQuery } from './queries.ts'

const SHOWN = 40

/** What the policy would have done in the last 90 days. */
export function PolicyTrial({ policy }: { policy: Policy }) {
  const { id: account } = useAccount()
  const { data, error, refetch } = useQuery(trialQuery(account, policy))
  return (
    <section aria-labelledby="trial" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id="trial" className="text-l font-semibold">
        In the last 90 days
      </h2>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && <RowsLoading label="Trying the policy" />}
      {data?.counts.merges === 0 && <p className="text-quiet">There were no merges to try the policy on.</p>}
      {data && data.counts.merges > 0 && (
        <>
          <p role="status" className="text-pretty">
            Of {data.counts.merges} merges it would have published{' '}
            <strong className="font-semibold">{data.counts.published}</strong> and left {data.counts.left} to
            a person. {data.counts.internal} are internal.
          </p>
          <ul>
            {[...data.published, ...data.left].slice(0, SHOWN).map(merge => (
              <li
                key={merge.pullRequestId}
                className="grid min-h-12 grid-cols-[20px_minmax(0,1fr)] content-center gap-x-2.5 border-t border-line/60 py-1.5"
              >
                <span className="mt-0.5">
                  <KindGlyph kind={merge.kind} />
                </span>
                <span dir="auto" className="truncate font-semibold">
                  {merge.title}
                </span>
                <span className="col-start-2 text-s text-quiet">
                  {merge.reason === null ? 'Published by itself' : `Left to a person: ${merge.reason}`} ·{' '}
                  <Time at={merge.mergedAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
