import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { askToUndo } from '../decisions/undo-events.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { LoadError } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Time } from '../parts/text/time.tsx'
import { actorOf, verbOf } from '../settings/activity/activity-sentence.ts'
import { type DecidedChange, historyQuery } from './queries.ts'

/** The decisions of all members, newest first. Each is undone where it can be; elsewhere the server offers what can be done instead. */
export function InboxHistory() {
  const { id: account } = useAccount()
  const { data, error, refetch } = useQuery(historyQuery(account))
  return (
    <section aria-label="History" className="min-h-0 overflow-y-auto px-4 pb-16">
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && <RowsLoading label="Loading history" />}
      {data?.changes.length === 0 && <Empty title="No decisions yet">What you decide is listed here.</Empty>}
      <ol className="max-w-[80ch]">
        {data?.changes.map(change => (
          <Change key={change.id} change={change} />
        ))}
      </ol>
      {data && data.changes.length > 0 && (
        <p className="pt-4 text-quiet">
          Everything that was ever done is in the{' '}
          <Link to="/$account/settings/activity" params={{ account }} className="text-accent underline">
            activity of the account
          </Link>
          .
        </p>
      )}
    </section>
  )
}

function Change({ change }: { change: DecidedChange }) {
  const { id: account, may } = useAccount()
  const { action, items, open, titles, at, id, offer } = change
  const what = `${verbOf(action)} ${titles[0] ?? ''}`
  const [entry] = offer.entries
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 border-b border-line/60 py-2">
      <div className="min-w-0">
        <p>
          <strong className="font-semibold">{actorOf(change)}</strong> {verbOf(action)}{' '}
          {items === 1 ? 'one' : items} · <Time at={at} />
        </p>
        <p dir="auto" className="truncate text-s text-quiet">
          {titles.join(' · ')}
          {items > titles.length && ` and ${items - titles.length} more`}
        </p>
      </div>
      {open === 0 ? (
        <span className="shrink-0 text-s text-quiet">Undone</span>
      ) : offer.does === 'open' && entry ? (
        <Link
          to="/$account/entries/$entry"
          params={{ account, entry: entry.id }}
          aria-label={`Open: ${entry.title}`}
          className={buttonClass('tertiary')}
        >
          Changed since
        </Link>
      ) : (
        may('writer') &&
        offer.does !== 'nothing' && (
          <Button
            aria-label={`${offer.does === 'undo' ? 'Undo' : 'Withdraw'}: ${what}`}
            onClick={() => askToUndo(id)}
          >
            {offer.does === 'undo' ? 'Undo' : 'Withdraw'}
          </Button>
        )
      )}
    </li>
  )
}
