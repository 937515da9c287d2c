import { Link } from '@tanstack/react-router'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import { Time, useNow } from '../parts/text/time.tsx'
import { slotTime } from '../time.ts'
import type { EditionData, OpenEdition, Rhythm } from './edition.ts'
import { OlderDrafts } from './older-drafts.tsx'
import type { EditionActions } from './use-edition-keys.ts'

const PERIODS: Record<Rhythm['period'], string> = {
  'one-by-one': 'One by one',
  weekly: 'Weekly',
  'every-two-weeks': 'Every two weeks',
  monthly: 'Monthly',
  release: 'With each release',
}

interface StateProps {
  edition: OpenEdition
  rhythm: Rhythm
}

/** When the edition goes out, and how often there is one. */
export function EditionState({ edition, rhythm }: StateProps) {
  const { id: account } = useAccount()
  return (
    <>
      <Link to="/$account/schedule" params={{ account }} className="rounded-md underline hover:text-ink">
        {PERIODS[rhythm.period]}
      </Link>
      . <When edition={edition} />
    </>
  )
}

function When({ edition }: { edition: OpenEdition }) {
  const { timeZone } = useAccount()
  const now = useNow()
  if (edition.state !== 'queued' || edition.queuedFor === undefined)
    return 'It fills itself until it goes out.'
  if (edition.immediate) return 'It goes out in a few seconds. Until then you can undo it.'
  if (edition.late) return 'Its time passed while the queue was paused or the server was down.'
  return (
    <>
      Goes out{' '}
      <strong className="font-semibold text-ink">{slotTime(edition.queuedFor, now, timeZone)}</strong>,{' '}
      <Time at={edition.queuedFor} />, with what is in it then.
      {edition.size === 0 && ' If nothing is, it is skipped and waits for the slot after that.'}
    </>
  )
}

interface ActionsProps {
  edition: OpenEdition
  actions: EditionActions
}

/** What publishers do with the whole edition. */
export function EditionActionBar({ edition, actions }: ActionsProps) {
  if (!actions.canPublish) return null
  const isOut = edition.state === 'queued' && edition.immediate
  return (
    <div role="toolbar" aria-label="Edition" className="flex flex-wrap items-center gap-2">
      {!isOut && edition.state === 'draft' && actions.nextSlot !== null && (
        <QueueButton at={actions.nextSlot} onQueue={actions.queue} />
      )}
      {!isOut && edition.size > 0 && (
        <DecisionButton
          key={edition.id}
          decision={{ transition: 'publish' }}
          subject={`“${edition.title}”`}
          variant={edition.state === 'draft' && actions.nextSlot === null ? 'primary' : 'secondary'}
          onClick={actions.publish}
        >
          Publish now <Key>p</Key>
        </DecisionButton>
      )}
      {edition.state === 'queued' && (
        <Button onClick={actions.unqueue}>{isOut ? 'Undo' : 'Take out of the queue'}</Button>
      )}
      {edition.state === 'draft' && actions.nextSlot === null && <SlotsHint />}
    </div>
  )
}

function QueueButton({ at, onQueue }: { at: number; onQueue: () => void }) {
  const { timeZone } = useAccount()
  const now = useNow()
  return (
    <Button variant="primary" onClick={onQueue}>
      Queue for {slotTime(at, now, timeZone)} <Key>⏎</Key>
    </Button>
  )
}

function SlotsHint() {
  const { id: account, may } = useAccount()
  if (!may('owner')) return null
  return (
    <Link to="/$account/schedule" params={{ account }} className="rounded-md text-accent underline">
      Add weekly slots
    </Link>
  )
}

interface EmptyProps extends StateProps, Pick<EditionData, 'last'>, Pick<EditionActions, 'nextSlot'> {}

/** In place of an edition with nothing in it: what will be here, and when. */
export function EmptyEdition({ edition, rhythm, last, nextSlot }: EmptyProps) {
  const { timeZone } = useAccount()
  const now = useNow()
  return (
    <div className="grid gap-3 font-sans text-m text-quiet text-pretty">
      <p>
        Nothing is in it yet.{' '}
        {rhythm.period === 'release'
          ? 'Once a release contains merges that customers would notice, they appear here'
          : 'Merges that customers would notice appear here'}{' '}
        by themselves: the weightiest in full, the others in a line each.
      </p>
      {edition.state === 'draft' && (
        <p>
          {nextSlot !== null && `The next slot is ${slotTime(nextSlot, now, timeZone)}. `}Without anything to
          tell it does not go out: there is no need to fill it.
        </p>
      )}
      {edition.older && <OlderDrafts older={edition.older} />}
      {last && <LastEdition last={last} />}
    </div>
  )
}

function LastEdition({ last }: { last: NonNullable<EditionData['last']> }) {
  const { id: account } = useAccount()
  const entries = last.items === 1 ? '1 entry' : `${last.items} entries`
  return (
    <p>
      <Link
        to="/$account/entries/$entry"
        params={{ account, entry: last.id }}
        dir="auto"
        className="rounded-md text-ink underline"
      >
        {last.title}
      </Link>{' '}
      went out <Time at={last.publishedAt} /> with {entries}.{' '}
      {last.address && (
        <a href={last.address} target="_blank" rel="noreferrer" className="rounded-md text-ink underline">
          Read it as customers do
        </a>
      )}
    </p>
  )
}
