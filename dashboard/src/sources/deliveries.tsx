import { useInfiniteQuery } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { Fold } from '../parts/fold.tsx'
import { Loaded, More } from '../parts/loaded.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Time } from '../parts/text/time.tsx'
import { sentenceCase } from '../text.ts'
import { deliveriesQuery } from './queries.ts'

const replayRoute = api.accounts[':account'].deliveries[':delivery'].replay

/** The received webhooks, and buttons to process failed or refused ones again. */
export function Deliveries() {
  const { id: account, may } = useAccount()
  const query = useInfiniteQuery(deliveriesQuery(account, {}))
  const deliveries = query.data?.pages.flatMap(page => page.deliveries) ?? []
  const unread = deliveries.filter(({ state }) => state === 'failed' || state === 'refused')
  const replay = async () => {
    for (const { id } of unread) await call(replayRoute.$post({ param: { account, delivery: id } }))
  }
  return (
    <Fold title="Webhook deliveries">
      <Loaded query={query} label="Loading deliveries">
        {({ pages }) => (
          <>
            {deliveries.length === 0 && <p className="text-quiet">No webhook has arrived yet.</p>}
            {unread.length > 0 && may('owner') && (
              <ChangeButton verb="Try again" label="Try the failed and refused ones again" send={replay} />
            )}
            <Rows label="Webhook deliveries">
              {deliveries.map(({ id, event, state, detail, receivedAt }) => (
                <Row
                  key={id}
                  title={`${sentenceCase(event.replaceAll('_', ' '))}, ${state}`}
                  meta={
                    <>
                      <Time at={receivedAt} />
                      {detail && ` · ${detail}`}
                    </>
                  }
                />
              ))}
            </Rows>
            <More query={query} shown={deliveries.length} total={pages[0]?.total ?? 0} />
          </>
        )}
      </Loaded>
    </Fold>
  )
}
