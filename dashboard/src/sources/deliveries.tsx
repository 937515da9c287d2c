import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { More } from '../parts/loaded.tsx'
import { Problem } from '../parts/notice.tsx'
import { LoadError } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Time } from '../parts/text/time.tsx'
import { deliveriesQuery } from './queries.ts'

/** The webhooks that were received, with a way to process them again. */
export function Deliveries() {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const query = useInfiniteQuery(deliveriesQuery(account))
  const replay = useMutation({
    mutationFn: (delivery: string) => {
      const route = api.accounts[':account'].deliveries[':delivery'].replay
      return call(route.$post({ param: { account, delivery } }))
    },
    onSettled: () => void queries.invalidateQueries(deliveriesQuery(account)),
  })
  const deliveries = query.data?.pages.flatMap(page => page.deliveries) ?? []
  return (
    <section aria-labelledby="deliveries" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="deliveries" className="text-l font-semibold">
        Webhook deliveries
      </h2>
      {query.isPending && <RowsLoading label="Loading deliveries" />}
      {query.error && !query.data && <LoadError error={query.error} onRetry={query.refetch} />}
      {query.data && deliveries.length === 0 && <p className="text-quiet">No webhook has arrived yet.</p>}
      <Problem error={replay.error} />
      <ul>
        {deliveries.map(delivery => (
          <li
            key={delivery.id}
            className="flex min-h-11 items-center justify-between gap-3 border-t border-line/60 py-1"
          >
            <span className="min-w-0 wrap-anywhere">
              {delivery.event} · {delivery.state}
              <span className="text-s text-quiet">
                {' '}
                · <Time at={delivery.receivedAt} />
              </span>
              {delivery.detail && <span className="block text-s text-quiet">{delivery.detail}</span>}
            </span>
            {may('owner') && (
              <Button
                variant="tertiary"
                aria-label={`Replay: ${delivery.event}`}
                onClick={() => replay.mutate(delivery.id)}
              >
                Replay
              </Button>
            )}
          </li>
        ))}
      </ul>
      <More query={query} shown={deliveries.length} total={query.data?.pages[0]?.total ?? 0} />
    </section>
  )
}
