import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { LoadError } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Time } from '../parts/text/time.tsx'
import { counted } from '../text.ts'
import { shortDate } from '../time.ts'
import { type Policy, trialQuery } from './queries.ts'

type Trial = DataOf<typeof trialQuery>

/** The effect that the settings would have had, in a sentence; the merges can be unfolded. */
export function PolicyTrial({ policy }: { policy: Policy }) {
  const { timeZone } = useAccount()
  const { data, error, refetch } = useAccountQuery(account => trialQuery(account, policy))
  if (policy.kinds.length === 0 && policy.mode === 'automatic')
    return <p className="text-quiet">Choose at least one kind.</p>
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <p className="text-quiet">Trying it on your own merges…</p>
  const { merges, internal, published, left } = data.counts
  if (merges === 0) return <p className="text-quiet">There are no merges to try it on yet.</p>
  return (
    <Fold
      title={`${policy.mode === 'review' ? 'With automatic approval, ' : ''}${published} of ${counted(merges, 'merge', 'merges')} would have been queued`}
    >
      <p className="text-quiet text-pretty">
        In the 90 days until {shortDate(data.until, timeZone)}. {counted(internal, 'merge', 'merges')} would
        not interest customers.
      </p>
      <TriedList title="Would have been queued" merges={data.published} total={published} />
      <TriedList title="Left to a person" merges={data.left} total={left} />
    </Fold>
  )
}

interface ListProps {
  title: string
  merges: Trial['left']
  total: number
}

function TriedList({ title, merges, total }: ListProps) {
  if (total === 0) return null
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="font-semibold">
        {title} <span className="font-normal text-quiet">{total}</span>
      </h3>
      <Rows>
        {merges.map(({ pullRequestId, kind, why, magnitude, confidence, ...merge }) => (
          <Row
            key={pullRequestId}
            mark={<KindGlyph kind={kind} />}
            title={merge.title}
            link={{ to: '/$account/merges', search: { pull: pullRequestId } }}
            meta={
              <>
                {kind !== null && `${KIND_FACES[kind].word} · `}
                {why ?? `${magnitude}, ${confidence} confidence`} · <Time at={merge.mergedAt} />
              </>
            }
          />
        ))}
      </Rows>
      {total > merges.length && <p className="text-quiet">These are the newest {merges.length}.</p>}
    </section>
  )
}
