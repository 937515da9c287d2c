import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { askToUndo } from '../decisions/undo-events.ts'
import { openOverlay } from '../frame/overlays.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/notice.tsx'
import { Bar } from '../parts/progress.tsx'
import { useTimeLeft } from '../parts/time-left.ts'
import { counted } from '../text.ts'
import { type Run, rewordingQuery, stopRewording, useRewordedRows } from './queries.ts'

/** Above the list of the inbox: how far the writer is with the drafts, what became of them, or the offer to have them reworded. */
export function InboxRewording() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(rewordingQuery(account))
  const last = data?.last ?? null
  useRewordedRows(account, last)
  const result = useDismissal(`tidings-rewording-${account}`, last?.id ?? '')
  const offer = useDismissal(`tidings-rewording-offer-${account}`, 'seen')
  const isShown = last !== null && last.drafts > 0 && (last.state === 'running' || !result.isDismissed)
  const isOffered = data?.offer && may('writer') && !offer.isDismissed
  if (!isShown && !isOffered) return null
  return (
    <section
      aria-label="Rewording"
      className="grid gap-1.5 border-b border-line bg-raised/60 px-4 py-2 text-s"
    >
      {isShown && last.state !== 'running' ? (
        <Result run={last} offered={data?.offer?.drafts ?? 0} onDismiss={result.dismiss} />
      ) : (
        <RewordingOffer onDismiss={offer.dismiss} />
      )}
    </section>
  )
}

/** A line with the button, where there are drafts that the writer could word; with its progress once it was pressed. */
export function RewordingOffer({ onDismiss }: { onDismiss?: () => void }) {
  const { id: account, may } = useAccount()
  const { data } = useQuery(rewordingQuery(account))
  if (data?.last?.state === 'running') return <Progress run={data.last} />
  if (!data?.offer || !may('writer')) return null
  const { drafts } = data.offer
  return (
    <div className="flex max-w-[560px] items-center gap-2">
      <p className="min-w-0 flex-1 text-quiet text-pretty">
        The writer can word {counted(drafts, 'earlier draft', 'earlier drafts')} too.
      </p>
      <RewordButton drafts={drafts} />
      {onDismiss && <Dismiss label="Dismiss the offer to reword drafts" onDismiss={onDismiss} />}
    </div>
  )
}

const RewordButton = ({ drafts }: { drafts: number }) => (
  <Button className="px-3!" onClick={() => openOverlay('reword')}>
    Reword {counted(drafts, 'draft', 'drafts')}…
  </Button>
)

/** How far it has come, with the way to stop it. */
function Progress({ run: { drafts, reworded, left } }: { run: Run }) {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const timeLeft = useTimeLeft(drafts - left, drafts)
  const stop = useMutation({
    mutationFn: () => stopRewording(account),
    onSettled: () => queries.invalidateQueries(rewordingQuery(account)),
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <p role="status" className="min-w-0 flex-1 basis-40 tabular-nums">
          <span className="font-semibold">
            {reworded.toLocaleString()} of {drafts.toLocaleString()} reworded
          </span>
          {timeLeft && <span className="text-quiet"> · {timeLeft}</span>}
        </p>
        {may('writer') && (
          <Button variant="tertiary" className="px-3!" busy={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        )}
      </div>
      <Bar label="Drafts reworded" done={drafts - left} total={drafts} />
      <Problem error={stop.error} />
    </>
  )
}

/** What became of the drafts, with the way to undo that, and to go on. */
function Result({ run, offered, onDismiss }: { run: Run; offered: number; onDismiss: () => void }) {
  const { id, drafts, reworded, left, detail, state } = run
  const { may } = useAccount()
  const rest = left === 0 ? '' : ` ${counted(left, 'is', 'are')} left.`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-1">
        <p role="status" className="min-w-0 flex-1 basis-40 text-pretty">
          <span className="font-semibold">
            {state === 'done' ? '' : 'Stopped. '}
            {reworded.toLocaleString()} of {counted(drafts, 'draft', 'drafts')} reworded.
          </span>
          {rest} {detail}
        </p>
        {may('writer') && reworded > 0 && (
          <Button variant="tertiary" className="px-3!" onClick={() => askToUndo(id)}>
            Undo
          </Button>
        )}
        <Dismiss label="Dismiss what became of the drafts" onDismiss={onDismiss} />
      </div>
      <KeptDrafts run={run} />
      {left > 0 && offered > 0 && may('writer') && (
        <div>
          <RewordButton drafts={offered} />
        </div>
      )}
    </>
  )
}

/** Drafts that have not got the writer's words, with why. */
function KeptDrafts({ run: { kept, unanswered, changed, examples } }: { run: Run }) {
  const { id: account } = useAccount()
  const edited = changed === 0 ? '' : `${counted(changed, 'was', 'were')} changed meanwhile. `
  const others = kept + unanswered
  if (others === 0) return edited && <p className="text-quiet">{edited}</p>
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-md text-quiet hover:text-ink">
        {edited}
        {counted(others, 'draft kept its words', 'drafts kept their words')}
      </summary>
      <ul className="mt-1 grid max-h-48 gap-1.5 overflow-y-auto">
        {examples.map(({ entryId, title, why }) => (
          <li key={entryId} className="wrap-anywhere">
            <Link
              to="/$account/entries/$entry"
              params={{ account, entry: entryId }}
              className="text-accent hover:underline"
            >
              <bdi>{title}</bdi>
            </Link>
            <span className="block text-quiet">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Dismiss = ({ label, onDismiss }: { label: string; onDismiss: () => void }) => (
  <Button variant="ghost" className="-mr-2 px-2!" aria-label={label} onClick={onDismiss}>
    <Icon name="close" className="size-3" />
  </Button>
)

/** What a person does not want to see again, kept in this browser. */
function useDismissal(key: string, value: string) {
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key))
  const dismiss = () => {
    localStorage.setItem(key, value)
    setDismissed(value)
  }
  return { isDismissed: dismissed === value, dismiss }
}
