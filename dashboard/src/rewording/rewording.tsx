import { useState } from 'react'
import { askToUndo } from '../decisions/undo-events.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { EntryLink } from '../parts/text/entry-link.tsx'
import { type RunOf, runsOf, runsQuery } from '../runs/queries.ts'
import { RunStatus } from '../runs/run-status.tsx'
import { counted } from '../text.ts'
import { type Offer, rewordingQuery, useRewordedRows } from './queries.ts'

/** The part above the list of the inbox: the progress of rewording drafts, its result, or an offer to reword them. */
export function InboxRewording() {
  const { id: account, may } = useAccount()
  const { data } = useAccountQuery(rewordingQuery)
  const last = useLastRewording()
  useRewordedRows(account, last)
  const result = useDismissal(`tidings-rewording-${account}`, last?.id ?? '')
  const offer = useDismissal(`tidings-rewording-offer-${account}`, 'seen')
  const isShown = last !== null && last.counts.drafts > 0 && (last.state === 'running' || !result.isDismissed)
  const isOffered = data?.offer && may('writer') && !offer.isDismissed
  if (!isShown && !isOffered) return null
  return (
    <section
      aria-label="Rewording"
      className="grid gap-1.5 border-b border-line bg-raised/60 px-4 py-2 text-s"
    >
      {isShown && last.state !== 'running' ? (
        <Result run={last} offer={data?.offer ?? null} onDismiss={result.dismiss} />
      ) : (
        <RewordingOffer onDismiss={offer.dismiss} />
      )}
    </section>
  )
}

/** A line with a button, if the writer could word some drafts; with the progress once the button was pressed. */
export function RewordingOffer({ onDismiss }: { onDismiss?: () => void }) {
  const { may } = useAccount()
  const { data } = useAccountQuery(rewordingQuery)
  const last = useLastRewording()
  if (last?.state === 'running') return <RunStatus run={last} />
  if (!data?.offer || !may('writer')) return null
  return (
    <div className="flex max-w-text items-center gap-2">
      <p className="min-w-0 flex-1 text-quiet text-pretty">
        The AI writer can word {counted(data.offer.drafts, 'earlier draft', 'earlier drafts')} too.
      </p>
      <RewordButton offer={data.offer} />
      {onDismiss && <Dismiss label="Dismiss the offer to reword drafts" onDismiss={onDismiss} />}
    </div>
  )
}

function RewordButton({ offer }: { offer: Offer }) {
  const { id: account } = useAccount()
  const ask = async () => (await import('./question.tsx')).askToReword(account, offer)
  return (
    <Button className="px-3!" onClick={() => void ask()}>
      Reword {counted(offer.drafts, 'draft', 'drafts')}…
    </Button>
  )
}

/** The rewording that is running, or that ended today. */
function useLastRewording(): RunOf<'rewording'> | null {
  const { data } = useAccountQuery(runsQuery)
  return runsOf(data ?? [], 'rewording')[0] ?? null
}

interface ResultProps {
  run: RunOf<'rewording'>
  /** What could still be reworded. */
  offer: Offer | null
  onDismiss: () => void
}

/** The result of a rewording, with buttons to undo it and to continue. */
function Result({ run, offer, onDismiss }: ResultProps) {
  const { reworded, left } = run.counts
  const { may } = useAccount()
  return (
    <>
      <RunStatus run={run}>
        {may('writer') && reworded > 0 && (
          <Button className="px-3!" onClick={() => askToUndo(run.id)}>
            Undo
          </Button>
        )}
        <Dismiss label="Dismiss what became of the drafts" onDismiss={onDismiss} />
      </RunStatus>
      <KeptDrafts run={run} />
      {left > 0 && offer && may('writer') && (
        <div>
          <RewordButton offer={offer} />
        </div>
      )}
    </>
  )
}

/** The drafts that did not get the writer's words, and the reasons. */
function KeptDrafts({ run }: { run: RunOf<'rewording'> }) {
  const { kept, unanswered, changed, examples } = run.counts
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
            <EntryLink entry={entryId} className="text-accent hover:underline">
              {title}
            </EntryLink>
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

/** Whether the person dismissed something, which is stored in this browser. */
function useDismissal(key: string, value: string) {
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key))
  const dismiss = () => {
    localStorage.setItem(key, value)
    setDismissed(value)
  }
  return { isDismissed: dismissed === value, dismiss }
}
