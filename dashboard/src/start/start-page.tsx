import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { queueQuery } from '../api/entry-queries.ts'
import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { LoadError, RowsLoading } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { Out } from '../parts/text/out.tsx'
import { STEPS, type StepName } from '../search.ts'
import { socialQuery } from '../social/queries.ts'
import { countedParts, foundFor } from '../sources/found.ts'
import { counted, folderName } from '../text.ts'
import { NameStep } from './name-step.tsx'
import { NotPublic, reachOf } from './not-public.tsx'
import { PageStep } from './page-step.tsx'
import { PublishStep } from './publish-step.tsx'
import { skipStart } from './queries.ts'
import { ReadStep } from './read-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { SourceStep } from './source-step.tsx'
import { Step } from './step.tsx'
import { type Path, usePath } from './use-path.ts'

const route = getRouteApi('/$account/start')

const UNFINISHED = {
  title: 'Your first ten minutes',
  lead: 'From your own history to a changelog that customers read. You can leave at any time.',
}

/** The result of the path: customers can read the page only if they can open its address. */
function finishedOf({ address }: Path, name: string) {
  if (reachOf(address ?? location.href) !== 'everybody') return { title: 'Your changelog is ready' }
  return {
    title: 'Your changelog is live',
    lead: `${name || 'Your product'} tells its customers what is new.`,
  }
}

/** The path from an empty account to a published entry and the page on which customers read it. */
export function StartPage() {
  const { id: account, name, may } = useAccount()
  const { path, isReading, error, retry } = usePath()
  const isFinished = path?.next === null
  return (
    <Page
      {...(!path ? { title: 'Your changelog' } : isFinished ? finishedOf(path, name) : UNFINISHED)}
      actions={
        <PageLink
          to="/$account/review"
          onClick={() => skipStart(account)}
          className={buttonClass(isFinished ? 'primary' : 'secondary')}
        >
          {path && !isFinished && may('owner') ? 'Skip for now' : 'Go to Review'}
        </PageLink>
      }
    >
      {error && <LoadError error={error} onRetry={retry} />}
      {!path && !error && <RowsLoading label="Loading how far you have come" />}
      {isFinished && path.address !== null && <PageAddress address={path.address} />}
      {isFinished && may('owner') && <NextSteps isConnected={path.sources.length > 0} />}
      {path && <Steps path={path} isReading={isReading} />}
    </Page>
  )
}

const NEXT_STEPS = [
  {
    to: '/$account/settings/repositories',
    label: 'Connect your code host',
    why: 'New merges then arrive by themselves.',
  },
  {
    to: '/$account/channels',
    label: 'Connect a social account',
    why: 'Entries are posted after they are published.',
  },
  {
    to: '/$account/settings/publishing',
    label: 'Choose when entries go out',
    why: 'At weekly times, one by one or gathered in an edition.',
  },
  {
    to: '/$account/settings/people',
    label: 'Invite your team',
    why: 'So that others can write and publish.',
  },
] as const

/** What an owner can set up next. What is already there, or not known yet, is left out. */
function NextSteps({ isConnected }: { isConnected: boolean }) {
  const { data: social } = useAccountQuery(socialQuery)
  const { data: queue } = useAccountQuery(queueQuery)
  const isOffered = {
    '/$account/settings/repositories': !isConnected,
    '/$account/channels': social?.accounts.length === 0,
    '/$account/settings/publishing': queue?.times.length === 0,
    '/$account/settings/people': true,
  }
  return (
    <Section title="What you can do next">
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {NEXT_STEPS.filter(({ to }) => isOffered[to]).map(({ to, label, why }) => (
          <li key={to}>
            <PageLink to={to} className="rounded-md font-semibold text-accent underline">
              {label}
            </PageLink>
            <p className="text-quiet">{why}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Steps({ path, isReading }: { path: Path; isReading: boolean }) {
  const { name, may } = useAccount()
  const { step } = route.useSearch()
  const navigate = useNavigate({ from: '/$account/start' })
  const open = step ?? path.next ?? 'page'
  const [opened] = useState(open)
  const go = (to?: StepName) => void navigate({ search: to ? { step: to } : {}, resetScroll: false })
  const parts: Record<StepName, { title: string; result: ReactNode; verb: string | null; body: ReactNode }> =
    {
      name: {
        title: 'Name your product',
        result: name,
        verb: may('owner') ? 'Edit' : null,
        body: <NameStep onDone={() => go()} />,
      },
      source: {
        title: 'Choose where merges come from',
        result: sourceNames(path),
        verb: may('owner') ? 'Add' : null,
        body: <SourceStep facts={path.facts} onStay={() => go('source')} onDone={() => go()} />,
      },
      read: {
        title: isReading ? 'Reading the history' : path.isDone.read ? 'History read' : 'Read the history',
        result: `${countedParts(path.facts)} recorded.`,
        verb: may('owner') ? 'Import' : null,
        body: <ReadStep path={path} isReading={isReading} onDone={() => go('read')} />,
      },
      review: {
        title: 'See what was found',
        result: `${foundFor(path.facts.customers, path.facts, path.facts.announcedElsewhere)}.`,
        verb: 'Show',
        body: (
          <ReviewStep
            facts={path.facts}
            isToPublish={path.imports[0]?.options.past === 'publish'}
            onPublished={() => go()}
            onDone={() => go('publish')}
          />
        ),
      },
      publish: {
        title: 'Publish an entry',
        result: `${counted(path.facts.published, 'entry is', 'entries are')} published.`,
        verb: may('publisher') ? 'Publish' : null,
        body: <PublishStep hasPublished={path.facts.published > 0} onDone={() => go()} />,
      },
      page: {
        title: 'Show it to your customers',
        result: path.address,
        verb: 'Show',
        body: <PageStep address={path.address} />,
      },
    }
  return (
    <ol className="grid">
      {STEPS.map((key, index) => {
        const { body, ...part } = parts[key]
        // A person who continues with a later step has seen what was found.
        const isSeen = key === 'review' && path.isDone.read && STEPS.indexOf(open) > index
        const state = key === open ? 'open' : path.isDone[key] || isSeen ? 'done' : 'later'
        return (
          <Step
            key={key}
            number={index + 1}
            isLast={index === STEPS.length - 1}
            {...part}
            state={state}
            isFinished={path.next === null}
            takesFocus={opened !== open}
            onOpen={() => go(key)}
          >
            {body}
          </Step>
        )
      })}
    </ol>
  )
}

/** The connected repositories and imported directories. */
const sourceNames = ({ sources, imports }: Path): string =>
  [
    ...new Set([...sources.map(({ repo }) => repo), ...imports.map(({ subject }) => folderName(subject))]),
  ].join(', ')

/** The result of the path: the address of the page, at the top, where the person sees it when the last step is done. */
function PageAddress({ address }: { address: string }) {
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <section aria-label="Your changelog page" className="grid max-w-page grid-cols-[minmax(0,1fr)] gap-3">
      {reachOf(address) === 'everybody' && (
        <p className="text-pretty">
          Anyone with this address can read the changelog. Give it to your customers.
        </p>
      )}
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Copy text={address} label="Copy the address of the page" />
        <Out href={address} className={buttonClass('secondary')}>
          Open the page
        </Out>
      </div>
      <NotPublic address={address} purpose="Your customers cannot read the page yet." />
    </section>
  )
}
