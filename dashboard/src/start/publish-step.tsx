import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { act } from '../api/client.ts'
import { entryQuery, type Queue, queueQuery } from '../api/entry-queries.ts'
import { queryClient } from '../api/queries.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { useDecisions } from '../decisions/decisions.ts'
import { publishDated } from '../entry/merge-date.ts'
import { PageLink, useAccount, useAccountQuery, usePageNavigate } from '../frame/use-account.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { LoadError } from '../parts/loaded.tsx'
import { Problem } from '../parts/notice.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { useNow } from '../parts/text/time.tsx'
import { dayKey, shortDate } from '../time.ts'
import { type BestMerge, bestQuery } from './queries.ts'
import { Doubts, ToldMerge } from './told-merge.tsx'

interface Props {
  /** Whether an entry is published already, so that this step can be skipped. */
  hasPublished: boolean
  onDone: () => void
}

/** The best merges one by one, as customers would read them, until one is published. */
export function PublishStep({ hasPublished, onDone }: Props) {
  const { data, error, refetch } = useAccountQuery(bestQuery)
  const { data: queue } = useAccountQuery(queueQuery)
  const [at, setAt] = useState(0)
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  const going = queue?.entries.find(({ immediate }) => immediate)
  if (going) return <Going entry={going} />
  if (!data) return <CopyLoading title="" />
  const merge = data[at % Math.max(1, data.length)]
  const skip = hasPublished && <Button onClick={onDone}>Continue</Button>
  if (!merge) return <NoDraft>{skip}</NoDraft>
  return (
    <Offer
      key={merge.pullId}
      merge={merge}
      another={data.length > 1 ? { of: data.length, onShow: () => setAt(at + 1) } : null}
      onDone={onDone}
    >
      {skip}
    </Offer>
  )
}

function NoDraft({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-text text-pretty text-quiet">
        There is nothing to publish as it is worded. New merges that customers would notice become drafts by
        themselves; those that need words wait in{' '}
        <PageLink to="/$account/review" className="text-accent underline">
          Review
        </PageLink>
        .
      </p>
      {children}
    </div>
  )
}

interface OfferProps {
  merge: BestMerge
  /** How many there are, and what shows the next; null if it is the only one. */
  another: { of: number; onShow: () => void } | null
  onDone: () => void
  /** Further buttons. */
  children: ReactNode
}

function Offer({ merge, another, onDone, children }: OfferProps) {
  const { pullId, entryId, title, mergedAt } = merge
  const { id: account, timeZone, may } = useAccount()
  const now = useNow()
  const date = shortDate(mergedAt, timeZone)
  const isOld = dayKey(mergedAt, timeZone) !== dayKey(now, timeZone)
  const [isDatedToday, setDatedToday] = useState(false)
  const navigate = usePageNavigate()
  const { decide } = useDecisions()
  /** Returns the id of the merge's draft. A merge that is history is drafted first. */
  const draft = async (): Promise<string> => {
    if (entryId !== null) return entryId
    return (await act(account, 'pull draft', { id: pullId })).entry
  }
  const versionOf = async (id: string): Promise<number> => {
    const { entry } = await queryClient.fetchQuery({ ...entryQuery(account, id), staleTime: 0 })
    return entry.version
  }
  const publish = useMutation({
    mutationFn: async () => {
      if (isOld && !isDatedToday) {
        const version = entryId === null ? null : await versionOf(entryId)
        return publishDated(account, { pullId, entryId, version, title, date })
      }
      const id = await draft()
      await decide([{ id, version: await versionOf(id) }], { action: 'entry publish', soon: true })
    },
    onSuccess: onDone,
  })
  const edit = useMutation({
    mutationFn: draft,
    onSuccess: entry => navigate({ to: '/$account/entries/$entry', params: { entry } }),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="rounded-md bg-floating p-5 ring-1 ring-line">
        <ToldMerge merge={merge} />
      </div>
      <Doubts merge={merge} />
      {!may('publisher') && <p className="text-quiet">Publishers and owners can publish it.</p>}
      {isOld && may('publisher') && (
        <div>
          <p className="text-pretty">
            {isDatedToday
              ? 'Your customers see it dated today.'
              : `Your customers see it dated ${date}, the day of the merge.`}
          </p>
          <Checkbox label="Date it today instead" checked={isDatedToday} onChange={setDatedToday} />
        </div>
      )}
      <Problem error={publish.error ?? edit.error} />
      <div className="flex flex-wrap gap-2">
        {may('publisher') && (
          <DecisionButton
            decision={{ action: 'entry publish', soon: true }}
            subject={`“${title}”`}
            variant="primary"
            busy={publish.isPending}
            onClick={() => publish.mutate()}
          >
            Publish
          </DecisionButton>
        )}
        {may('writer') && <Button change={edit}>Edit</Button>}
        {another && <Button onClick={another.onShow}>Show the next of {another.of}</Button>}
        <PageLink to="/$account/review" className={buttonClass('secondary')}>
          Open Review
        </PageLink>
        {children}
      </div>
    </div>
  )
}

/** An entry that goes out in some seconds, with a countdown and a button that stops it. */
function Going({ entry }: { entry: Queue['entries'][number] }) {
  const { id, version, title, queuedFor } = entry
  const { may } = useAccount()
  const { decide } = useDecisions()
  const seconds = useSecondsUntil(queuedFor ?? 0)
  return (
    <div className="grid justify-items-start gap-3 rounded-md bg-floating p-5 ring-1 ring-line">
      <h3 dir="auto" className="font-serif text-xl font-semibold text-balance wrap-anywhere">
        <Headline title={title} />
      </h3>
      <p role="status" className="sr-only">
        It goes out in a few seconds. Until then you can undo it.
      </p>
      <p aria-hidden="true" className="tabular-nums">
        {seconds > 0 ? `Goes out in ${seconds} s.` : 'Going out…'}
      </p>
      {may('publisher') && (
        <Button onClick={() => void decide([{ id, version }], { action: 'entry unqueue' })}>Undo</Button>
      )}
    </div>
  )
}

/** The whole seconds until a time, counted down. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((at - now) / 1_000))
}
