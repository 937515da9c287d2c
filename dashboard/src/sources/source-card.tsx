import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Copy } from '../parts/copy.tsx'
import { Problem } from '../parts/notice.tsx'
import { Progress } from '../parts/progress.tsx'
import { Time } from '../parts/time.tsx'
import { type Source, sourcesQuery } from './queries.ts'

const route = api.accounts[':account'].sources[':source']

/** One connected repository: its state, its last delivery, its backfill, and what to do next. */
export function SourceCard({ source }: { source: Source }) {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const onSettled = () => void queries.invalidateQueries(sourcesQuery(account))
  const param = { account, source: source.id }
  const disconnect = useMutation({ mutationFn: () => call(route.$delete({ param })), onSettled })
  const backfill = useMutation({
    mutationFn: () => call(route.backfill.$post({ param, json: { drafts: true } })),
    onSettled,
  })
  const isHealthy = source.state === 'active'
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-semibold wrap-anywhere">
          {source.repo} <span className="font-normal text-quiet">on {source.host}</span>
        </h3>
        <p className={isHealthy ? 'text-quiet' : 'font-semibold text-danger'}>
          {isHealthy ? '● Connected' : `! ${source.state}`}
        </p>
      </div>
      {source.stateReason && <p className="text-pretty">{source.stateReason}</p>}
      <p className="text-s text-quiet">
        {source.lastDeliveryAt === null ? (
          'Nothing has been received yet. Add the webhook at the code host.'
        ) : (
          <>
            Last delivery <Time at={source.lastDeliveryAt} />
          </>
        )}
      </p>
      {source.lastDeliveryAt === null && !source.isApp && (
        <Copy text={source.webhook} label={`Copy the webhook address of ${source.repo}`} />
      )}
      <BackfillState backfill={source.backfill} repo={source.repo} />
      <Problem error={backfill.error ?? disconnect.error} />
      {may('owner') && (
        <div className="flex flex-wrap gap-2">
          {source.backfill?.state !== 'running' && (source.hasToken || source.isApp) && (
            <Button busy={backfill.isPending} onClick={() => backfill.mutate()}>
              Fetch past merges
            </Button>
          )}
          <Confirm
            verb="Disconnect"
            label={`Disconnect ${source.repo}`}
            question={`Disconnect ${source.repo}?`}
            onConfirm={() => disconnect.mutate()}
          >
            New merges are no longer received. Everything recorded stays.
          </Confirm>
        </div>
      )}
    </article>
  )
}

function BackfillState({ backfill, repo }: { backfill: Source['backfill']; repo: string }) {
  if (!backfill) return null
  const { state, seen, recorded, userFacing, detail, delay } = backfill
  if (state === 'failed') return <p className="text-danger">Fetching past merges failed: {detail}</p>
  return (
    <div className="grid gap-1">
      {state === 'running' && <Progress label={`Past merges of ${repo}`} done={seen} total={null} />}
      <p className="text-s text-quiet">
        {recorded} past merges recorded, {userFacing} for customers.
        {delay && (
          <>
            {' '}
            It goes on <Time at={delay.until} />: {delay.why}
          </>
        )}
      </p>
    </div>
  )
}
