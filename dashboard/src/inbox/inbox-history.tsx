import { Fragment } from 'react'
import { askToUndo } from '../decisions/undo-events.ts'
import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { EntryLink } from '../parts/text/entry-link.tsx'
import { Time } from '../parts/text/time.tsx'
import { actorOf, verbOf } from '../settings/activity/activity-names.ts'
import { type DecidedChange, historyQuery } from './queries.ts'

/** The decisions of all members, newest first. Each can be undone if possible; otherwise the server says what can be done instead. */
export function InboxHistory() {
  return (
    <Page
      title="History"
      parent={{ to: '/$account/review', label: 'Review' }}
      lead={
        <>
          What was decided in the last seven days. What readers see is changed in its entry, here or in the{' '}
          <PageLink to="/$account/calendar" hash="published" className="underline">
            calendar
          </PageLink>
          .
        </>
      }
    >
      <Loaded query={useAccountQuery(historyQuery)} label="Loading history">
        {({ changes }) =>
          changes.length === 0 ? (
            <Empty title="No decisions yet">Your decisions are listed here.</Empty>
          ) : (
            <section aria-label="History" className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <Rows>
                {changes.map(change => (
                  <Change key={change.id} change={change} />
                ))}
              </Rows>
              <p className="text-quiet">
                Everything that was ever done is in the{' '}
                <PageLink to="/$account/settings/activity" className="underline">
                  activity of the account
                </PageLink>
                .
              </p>
            </section>
          )
        }
      </Loaded>
    </Page>
  )
}

function Change({ change }: { change: DecidedChange }) {
  const { action, items, first, at } = change
  return (
    <Row
      title={
        <>
          {actorOf(change)}{' '}
          <span className="font-normal">
            {verbOf(action)} {items === 1 ? 'one' : items} · <Time at={at} />
          </span>
        </>
      }
      meta={
        <>
          {first.map(({ title, entry }, place) => (
            <Fragment key={entry ?? title}>
              {place > 0 && ' · '}
              {entry === null ? (
                <bdi>{title}</bdi>
              ) : (
                <EntryLink entry={entry} className="text-ink hover:underline">
                  {title}
                </EntryLink>
              )}
            </Fragment>
          ))}
          {items > first.length && ` and ${items - first.length} more`}
        </>
      }
      action={<Offer change={change} />}
    />
  )
}

/** Undoes the change, or what can be done in its place. */
function Offer({ change: { action, open, first, id, offer } }: { change: DecidedChange }) {
  const { may } = useAccount()
  const [entry] = offer.entries
  if (open === 0) return <span className="text-s text-quiet">Undone</span>
  if (offer.does === 'open' && entry)
    return (
      <PageLink
        to="/$account/entries/$entry"
        params={{ entry: entry.id }}
        aria-label={`Open: ${entry.title}`}
        className="text-s text-quiet underline"
      >
        Changed since
      </PageLink>
    )
  if (offer.does === 'nothing' || !may('writer')) return null
  const verb = offer.does === 'undo' ? 'Undo' : 'Withdraw'
  return (
    <Button
      variant="ghost"
      aria-label={`${verb}: ${verbOf(action)} ${first[0]?.title ?? ''}`}
      onClick={() => askToUndo(id)}
    >
      {verb}
    </Button>
  )
}
