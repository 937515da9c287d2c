import { getRouteApi, Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countsQuery, type Queue, queueQuery } from '../api/entry-queries.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import { Page } from '../parts/page.tsx'
import { counted } from '../text.ts'
import { timeName } from '../weekdays.ts'
import { Attention } from './attention.tsx'
import { Coming } from './coming.tsx'
import { Out } from './out.tsx'
import { PauseButton, Pauses } from './pauses.tsx'
import type { CalendarSearch } from './search.ts'
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
  const ways = useWays()
  const undo: Way = {
    label: 'Undo…',
    to: '/$account/review',
    search: { tab: 'history' },
  }
  const menu = [undo, ways.published].filter(way => way !== false)
  const isSearched = Object.keys(search).length > 0
  const change = (wanted: CalendarSearch) =>
    void navigate({ search: before => ({ ...before, ...wanted }), replace: true, resetScroll: false })
  return (
    <Page
      title="Calendar"
      lead={
        query.data ? (
          <Lead queue={query.data}>
            <WayLink way={ways.howOften} />
          </Lead>
        ) : (
          ' '
        )
      }
      actions={
        <div className="flex flex-wrap items-start gap-2">
          {query.data && query.data.times.length > 0 && <PauseButton queue={query.data} />}
          <Link {...undo} className={`${buttonClass('ghost')} max-md:hidden md:-mr-4`}>
            {undo.label}
          </Link>
          <div className="-mr-2 md:hidden">
            <Menu
              label="More actions"
              face={<Icon name="dots" />}
              items={menu.map(({ label, ...link }) => ({ label, onPick: () => void navigate(link) }))}
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
              <Coming queue={queue} actions={actions} lead={<WayLink way={ways.heldBack} />} />
              {queue.times.length === 0 && may('owner') && <Times queue={queue} />}
            </>
          )}
        </Loaded>
      )}
      <Out search={search} onChange={change} />
    </Page>
  )
}

/** A link from the calendar, with what is told of it. */
interface Way extends Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'> {
  label: string
  note?: string
}

/** Where that is changed which the calendar shows, and the drafts that wait in Review until somebody approves them. */
function useWays(): Record<'howOften' | 'published' | 'heldBack', Way | false> {
  const { id: account, may } = useAccount()
  const inbox = useAccountQuery(countsQuery).data?.inbox
  const params = { account }
  const words = inbox?.['needs-words'] ?? 0
  const notLive = inbox?.['not-live'] ?? 0
  const held = [
    words > 0 && counted(words, 'needs words', 'need words'),
    notLive > 0 && counted(notLive, 'is not live yet', 'are not live yet'),
  ].filter(one => one !== false)
  return {
    howOften: may('owner') && { label: 'Change how often', to: '/$account/settings/publishing', params },
    published: may('publisher') && {
      label: 'Change what is published',
      to: '/$account/calendar',
      params,
      search: true,
      hash: 'published',
    },
    heldBack: held.length > 0 && {
      label: 'Held back in Review',
      note: held.join(', '),
      to: '/$account/review',
      params,
    },
  }
}

/** A way as a link in a sentence. */
const WayLink = ({ way }: { way: Way | false }) => {
  if (!way) return null
  const { label, note, ...link } = way
  return (
    <span>
      <Link {...link} className="underline hover:text-ink">
        {label}
      </Link>
      {note && `: ${note}`}
    </span>
  )
}

/** How often something goes out, and in which time zone. */
const Lead = ({ queue: { times, timeZone }, children }: { queue: Queue; children: ReactNode }) => {
  const edition = times.find(({ takes }) => takes === 'edition')
  return (
    <>
      {edition ? `Collected in one post: ${timeName(edition)}` : 'One by one'}, in{' '}
      {timeZone.replaceAll('_', ' ')}. {children}
    </>
  )
}
