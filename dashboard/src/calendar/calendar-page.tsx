import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { countsQuery, type Queue, queueQuery } from '../api/entry-queries.ts'
import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import { Page } from '../parts/page.tsx'
import type { CalendarSearch } from '../search.ts'
import { counted } from '../text.ts'
import { timeName } from '../weekdays.ts'
import { Attention } from './attention.tsx'
import { Coming } from './coming.tsx'
import { Out } from './out.tsx'
import { PauseButton, Pauses } from './pauses.tsx'
import { Times } from './times.tsx'
import { useQueueActions } from './use-queue-actions.ts'

const route = getRouteApi('/$account/calendar')

/** The calendar: what is coming, with the free times, and below it what is out; one list by day. A search is about what is out. */
export function CalendarPage() {
  const { may } = useAccount()
  const query = useAccountQuery(queueQuery)
  const actions = useQueueActions()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/$account/calendar' })
  const openHistory = () => void navigate({ to: '/$account/review', search: { tab: 'history' } })
  const goToPublished = () => void navigate({ search: true, hash: 'published' })
  const isSearched = Object.keys(search).length > 0
  const change = (wanted: CalendarSearch) =>
    void navigate({ search: before => ({ ...before, ...wanted }), replace: true, resetScroll: false })
  return (
    <Page
      title="Calendar"
      lead={query.data ? <Lead queue={query.data} /> : ' '}
      actions={
        <div className="flex flex-wrap items-start gap-2">
          {query.data && query.data.times.length > 0 && <PauseButton queue={query.data} />}
          <PageLink
            to="/$account/review"
            search={{ tab: 'history' }}
            className={`${buttonClass('ghost')} max-md:hidden md:-mr-4`}
          >
            Undo…
          </PageLink>
          <div className="-mr-2 md:hidden">
            <Menu
              label="More actions"
              face={<Icon name="dots" />}
              items={[
                { label: 'Undo…', onPick: openHistory },
                ...(may('publisher') ? [{ label: 'Change what is published', onPick: goToPublished }] : []),
              ]}
              className={`${buttonClass('ghost')} px-2! text-quiet`}
            />
          </div>
        </div>
      }
    >
      {!isSearched && (
        <Loaded query={query} label="Loading the queue">
          {queue => (
            <>
              <div className="grid gap-3 empty:hidden">
                <Pauses queue={queue} />
                <Attention queue={queue} actions={actions} />
              </div>
              <Coming queue={queue} actions={actions} lead={<HeldBack />} />
              {queue.times.length === 0 && may('owner') && <Times queue={queue} />}
            </>
          )}
        </Loaded>
      )}
      <Out search={search} onChange={change} />
    </Page>
  )
}

/** How often something goes out, and in which time zone. */
function Lead({ queue: { times, timeZone } }: { queue: Queue }) {
  const { may } = useAccount()
  const edition = times.find(({ takes }) => takes === 'edition')
  return (
    <>
      {edition ? `Collected in one post: ${timeName(edition)}` : 'One by one'}, in{' '}
      {timeZone.replaceAll('_', ' ')}.{' '}
      {may('owner') && (
        <PageLink to="/$account/settings/publishing" className="underline hover:text-ink">
          Change how often
        </PageLink>
      )}
    </>
  )
}

/** The drafts that wait in Review until somebody approves them. */
function HeldBack() {
  const inbox = useAccountQuery(countsQuery).data?.inbox
  const words = inbox?.['needs-words'] ?? 0
  const notLive = inbox?.['not-live'] ?? 0
  const held = [
    words > 0 && counted(words, 'needs words', 'need words'),
    notLive > 0 && counted(notLive, 'is not live yet', 'are not live yet'),
  ].filter(one => one !== false)
  if (held.length === 0) return null
  return (
    <span>
      <PageLink to="/$account/review" className="underline hover:text-ink">
        Held back in Review
      </PageLink>
      : {held.join(', ')}
    </span>
  )
}
