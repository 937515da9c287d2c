import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { countsQuery, type Queue, queueQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { useDrops } from '../parts/dragging.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { counted } from '../text.ts'
import { timeName } from '../weekdays.ts'
import { Attention } from './attention.tsx'
import { Backlog } from './backlog.tsx'
import { Coming } from './coming.tsx'
import { Out } from './out.tsx'
import { PauseButton, Pauses } from './pauses.tsx'
import type { CalendarSearch } from './search.ts'
import { Times } from './times.tsx'
import { type QueueActions, useQueueActions } from './use-queue-actions.ts'

const route = getRouteApi('/$account/calendar')

/** The calendar: what is coming, with the free times, and below it what is out; one list by day. A search is about what is out. */
export function CalendarPage() {
  const { id: account, may } = useAccount()
  const query = useQuery(queueQuery(account))
  const actions = useMoves(useQueueActions())
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/$account/calendar' })
  const isSearched = Object.keys(search).length > 0
  const change = (wanted: CalendarSearch) =>
    void navigate({ search: before => ({ ...before, ...wanted }), replace: true, resetScroll: false })
  return (
    <Page
      title="Calendar"
      wide
      lead={query.data ? <Lead queue={query.data} /> : ' '}
      actions={
        <div className="flex flex-wrap items-start gap-2">
          {query.data && query.data.times.length > 0 && <PauseButton queue={query.data} />}
          <Link
            to="/$account/review"
            params={{ account }}
            search={{ tab: 'history' }}
            className={`${buttonClass('ghost')} not-forced-colors:md:-mr-4`}
          >
            Undo…
          </Link>
        </div>
      }
    >
      {!isSearched && (
        <Loaded query={query} label="Loading the queue">
          {queue => (
            <>
              <div className="grid gap-3 empty:hidden">
                <Pauses queue={queue} />
                <Backlog queue={queue} />
                <Attention queue={queue} actions={actions} />
              </div>
              <Coming queue={queue} actions={actions} />
              {queue.times.length === 0 && may('owner') && <Times queue={queue} />}
            </>
          )}
        </Loaded>
      )}
      <Out search={search} onChange={change} />
    </Page>
  )
}

/** How often something goes out, in which time zone, and which drafts wait in Review until somebody approves them. */
function Lead({ queue }: { queue: Queue }) {
  const { id: account, may } = useAccount()
  const inbox = useQuery(countsQuery(account)).data?.inbox
  const edition = queue.times.find(({ takes }) => takes === 'edition')
  const words = inbox?.['needs-words'] ?? 0
  const notLive = inbox?.['not-live'] ?? 0
  const held = [
    words > 0 && counted(words, 'needs words', 'need words'),
    notLive > 0 && counted(notLive, 'is not live yet', 'are not live yet'),
  ].filter(one => one !== false)
  return (
    <>
      {edition ? `Collected in one post: ${timeName(edition)}` : 'Entries go out one by one'}, in{' '}
      {queue.timeZone.replaceAll('_', ' ')}.{' '}
      {may('owner') && (
        <>
          <Link to="/$account/settings/publishing" params={{ account }} className="underline">
            Change how often
          </Link>
          {'\u00a0· '}
        </>
      )}
      {may('publisher') && (
        <a href="#published" className="underline">
          Change what is published
        </a>
      )}
      {held.length > 0 && (
        <>
          {may('publisher') && '\u00a0· '}
          <Link to="/$account/review" params={{ account }} className="underline">
            Held back in Review
          </Link>
          : {held.join(', ')}
        </>
      )}
    </>
  )
}

/** The queue's actions, also for entries that are dropped. The focus stays on the moved entry. */
function useMoves(actions: QueueActions): QueueActions {
  const focused = useRef<string | null>(null)
  const move: QueueActions['move'] = (entry, to) => {
    const isFocused = document.activeElement?.closest('article, [role=menu]')
    focused.current = isFocused ? entry.id : null
    actions.move(entry, to)
  }
  useDrops(move)
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-entry="${focused.current}"]`)?.focus()
  })
  return { ...actions, move }
}
