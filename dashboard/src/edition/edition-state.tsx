import { PageLink, useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { Key } from '../parts/key.tsx'
import { EntryLink } from '../parts/text/entry-link.tsx'
import { Out } from '../parts/text/out.tsx'
import { Time, useNow } from '../parts/text/time.tsx'
import { counted } from '../text.ts'
import { shortDate, shortTime } from '../time.ts'
import type { EditionData, OpenEdition } from './edition.ts'
import type { EditionActions } from './use-edition-actions.ts'

const PERIODS: Record<NonNullable<EditionData['period']>, string> = {
  week: 'Weekly',
  'two-weeks': 'Every two weeks',
  month: 'Monthly',
  release: 'With each release',
}

interface StateProps extends Pick<EditionData, 'period'> {
  edition: OpenEdition
}

/** When the edition goes out, and the period of editions. */
export function EditionState({ edition, period }: StateProps) {
  return (
    <>
      <PageLink to="/$account/settings/publishing" className="rounded-md underline hover:text-ink">
        {PERIODS[period ?? 'week']}
      </PageLink>
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
      <strong className="font-semibold text-ink">{shortTime(edition.queuedFor, now, timeZone)}</strong>,{' '}
      <Time at={edition.queuedFor} />, with what is in it then.
      {edition.size === 0 && ' If nothing is, it is skipped and waits for the time after that.'}
    </>
  )
}

interface ReadinessProps {
  edition: OpenEdition
  /** Null for a role that changes nothing. */
  onLeaveOut: (() => void) | null
}

/** What is not ready, in one line, and the way to leave out what is unsure. */
export function Readiness({ edition: { withoutText, unsure, isStale }, onLeaveOut }: ReadinessProps) {
  const told = [
    withoutText.length > 0 && counted(withoutText.length, 'story has no text', 'stories have no text'),
    unsure.length > 0 && counted(unsure.length, 'entry is unsure', 'entries are unsure'),
    isStale && 'the title and opening were written for other stories',
  ].filter(one => one !== false)
  if (told.length === 0) return null
  return (
    <section
      aria-label="Not ready"
      className="flex max-w-page flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-raised px-4 py-2"
    >
      <p>
        <strong className="font-semibold">Not ready:</strong> {told.join(', ')}.
        {withoutText.length > 0 && (
          <span className="text-quiet"> A story without a text goes out as a line.</span>
        )}
      </p>
      {unsure.length > 0 && onLeaveOut && (
        <Button className="px-3!" onClick={onLeaveOut}>
          Leave out {unsure.length} <Key>u</Key>
        </Button>
      )}
    </section>
  )
}

interface EmptyProps extends StateProps, Pick<EditionData, 'last'>, Pick<EditionActions, 'nextTime'> {}

/** The text in place of an empty edition: what will be in it, and when. */
export function EmptyEdition({ edition, period, last, nextTime }: EmptyProps) {
  const { timeZone } = useAccount()
  const now = useNow()
  return (
    <div className="grid gap-3 font-sans text-m text-quiet text-pretty">
      <p>
        It has no entries yet.{' '}
        {period === 'release'
          ? 'Once a release contains merges that customers would notice, they appear here'
          : 'Merges that customers would notice appear here'}{' '}
        by themselves: the weightiest in full, the others in a line each.
      </p>
      {edition.state === 'draft' && (
        <p>
          {typeof nextTime === 'number' && `The next time is ${shortTime(nextTime, now, timeZone)}. `}If there
          is nothing to tell by then, it does not go out.
        </p>
      )}
      {edition.older && <OlderDrafts older={edition.older} />}
      {last && (
        <p>
          <EntryLink entry={last.id} className="text-ink underline">
            {last.title}
          </EntryLink>{' '}
          went out <Time at={last.publishedAt} /> with {counted(last.items, 'entry', 'entries')}.{' '}
          {last.address && (
            <Out href={last.address} className="rounded-md text-ink underline">
              Read it as customers do
            </Out>
          )}
        </p>
      )}
    </div>
  )
}

/** The drafts that were merged before the account's editions began, and a button that takes them in. */
export function OlderDrafts({ older }: { older: NonNullable<OpenEdition['older']> }) {
  const { may, timeZone } = useAccount()
  const { count, since } = older
  return (
    <section aria-label="Older drafts" className="grid justify-items-start gap-2 font-sans text-m">
      <p className="text-quiet text-pretty">
        {counted(count, 'older draft', 'older drafts')}, merged since {shortDate(since, timeZone)},{' '}
        {count === 1 ? 'is' : 'are'} not in it.{!may('owner') && ' An owner can add them.'}
      </p>
      {may('owner') && <ChangeButton verb={`Add ${count}`} send={act => act('schedule set', { since })} />}
    </section>
  )
}
