import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { type Queue, queueQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { LoadError, Page } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { dayKey } from '../time.ts'
import { Attention, Held, NextUp } from './attention.tsx'
import { Backlog, Draining } from './backlog.tsx'
import { useDrops } from './dragging.ts'
import { PauseButton, Pauses } from './pauses.tsx'
import { weekQuery } from './queries.ts'
import { Times } from './times.tsx'
import { type QueueActions, useQueueActions } from './use-queue-actions.ts'
import { WeekGrid } from './week-grid.tsx'
import { WeekSwitch } from './week-switch.tsx'

const route = getRouteApi('/$account/queue')

/** What goes out when: a week of entries and free times in the account's time zone. */
export function QueuePage() {
  const { id: account } = useAccount()
  const { week: day } = route.useSearch()
  const navigate = useNavigate({ from: '/$account/queue' })
  const { data: queue, error, isPending, refetch } = useQuery(queueQuery(account))
  const { data: week, error: weekError } = useQuery(weekQuery(account, day))
  const show = (week: string | undefined) =>
    void navigate({ search: week ? { week } : {}, replace: true, resetScroll: false })
  const actions = useMoves(useQueueActions(), at => {
    const isShown = week?.days[0] && at >= week.days[0].at && at < week.until
    if (queue && !isShown) show(dayKey(at, queue.timeZone))
  })
  const isEmpty = queue?.times.length === 0 && queue.entries.length === 0
  const failure = error ?? weekError
  return (
    <Page
      wide
      title="Queue"
      lead={queue ? <Lead queue={queue} /> : ' '}
      actions={queue && !isEmpty && <PauseButton queue={queue} />}
    >
      {isPending && <RowsLoading label="Loading the queue" />}
      {failure && !(queue && week) && <LoadError error={failure} onRetry={refetch} />}
      {queue && week && (
        <>
          <div className="grid gap-3 empty:hidden">
            <Pauses queue={queue} />
            <Backlog queue={queue} />
            <Attention queue={queue} actions={actions} />
            <NextUp queue={queue} actions={actions} />
            <Held />
          </div>
          {!isEmpty && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <WeekSwitch week={week} now={queue.now} onShow={show} />
              <WeekGrid queue={queue} week={week} actions={actions} />
            </div>
          )}
          {queue.times.length === 0 && <Times queue={queue} />}
        </>
      )}
    </Page>
  )
}

/** The time zone, and where the schedule is changed. While it has no times, some are proposed below with their time zone. */
function Lead({ queue }: { queue: Queue }) {
  const { timeZone, times } = queue
  const { id: account, may } = useAccount()
  if (times.length === 0 && may('owner')) return 'When approved entries go out.'
  return (
    <>
      Times are in {timeZone.replaceAll('_', ' ')}.
      <Draining queue={queue} />{' '}
      {times.length > 0 && (
        <Link
          to="/$account/settings/publishing"
          params={{ account }}
          className="rounded-md underline hover:text-ink"
        >
          Schedule
        </Link>
      )}
    </>
  )
}

/** Moves by dropping too, shows the week that the entry went to, and keeps the focus on the entry. */
function useMoves(actions: QueueActions, onMoved: (at: number) => void): QueueActions {
  const focused = useRef<string | null>(null)
  const move: QueueActions['move'] = (entry, to) => {
    const isFocused = document.activeElement?.closest('article, [role=menu]')
    focused.current = isFocused ? entry.id : null
    actions.move(entry, to)
    onMoved(to.at)
  }
  useDrops(move)
  useLayoutEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-entry="${focused.current}"]`)?.focus()
  })
  return { ...actions, move }
}
