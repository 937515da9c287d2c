import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { base } from '../api/client.ts'
import { type EntryDetail, entryQuery } from '../api/entry-queries.ts'
import { isNotFound } from '../api/error.ts'
import type { Decision } from '../decisions/decision.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { askAboutPictures } from '../decisions/first-picture.tsx'
import { EditionParts, PartOf } from '../edition/edition-parts.tsx'
import { useKeys, WORDS_ONLY } from '../frame/keys.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Attention } from '../inbox/attention.tsx'
import { Grounds } from '../inbox/grounds.tsx'
import { Icon } from '../parts/icon.tsx'
import { LoadError } from '../parts/loaded.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { Title } from '../parts/text/title.tsx'
import { ENTRY_TABS } from '../search.ts'
import { cameFrom, placeOf } from './came-from.ts'
import { Conflict } from './conflict.tsx'
import { useEntryEditor } from './editor/use-entry-editor.ts'
import { EntryActions } from './entry-actions.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryState } from './entry-state.tsx'
import { History } from './history.tsx'
import { useMergeDate } from './merge-date.ts'
import { Posts } from './posts.tsx'
import { Preview } from './preview.tsx'
import { Translations, useTranslations } from './translations.tsx'

const route = getRouteApi('/$account/entries/$entry')

/** The page of an entry: its words and properties, its preview, why it exists, and its history. */
export function EntryPage() {
  const { entry } = route.useParams()
  const { data, error, refetch } = useAccountQuery(account => entryQuery(account, entry))
  if (isNotFound(error)) return <NotFound />
  return (
    <div
      {...WORDS_ONLY}
      className="flex min-h-[calc(100dvh-var(--bar))] flex-col gap-5 px-5 pt-3 max-md:pb-8 md:px-8 xl:px-12"
    >
      {!data && <BackLink />}
      {error && !data && (
        <>
          <Title>Entry</Title>
          <LoadError error={error} onRetry={refetch} />
        </>
      )}
      {!error && !data && <CopyLoading title={null} />}
      {data && <Entry key={entry} detail={data} />}
    </div>
  )
}

/** A link, also on `esc`, back to the page that the person came from, otherwise to the list with the entry. */
function BackLink({ state }: { state?: EntryDetail['entry']['state'] }) {
  const { id: account } = useAccount()
  const { history } = useRouter()
  const [origin] = useState(() => cameFrom(account))
  const link = useRef<HTMLAnchorElement>(null)
  useKeys({ Escape: () => link.current?.click() })
  const label = origin?.label ?? placeOf(state)
  const address = base.replace(/\/$/, '') + (origin?.href ?? `/${account}/${label.toLowerCase()}`)
  return (
    <a
      ref={link}
      href={address}
      className="-ml-2 flex min-h-9 w-fit items-center gap-1 rounded-md px-2 text-quiet hover:text-ink"
      onClick={event => {
        if (event.metaKey || event.ctrlKey) return
        event.preventDefault()
        history.push(address)
      }}
    >
      <Icon name="back" /> {label}
    </a>
  )
}

const TABS = ENTRY_TABS.map(value => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))

function Entry({ detail }: { detail: EntryDetail }) {
  const { entry } = detail
  const { may } = useAccount()
  const editor = useEntryEditor(entry)
  const { decide } = useDecisions()
  // What was typed stays in its fields also where it cannot be saved any more.
  const isOpenToEdit =
    editor.isDirty || (entry.state !== 'dismissed' && may(entry.state === 'draft' ? 'writer' : 'publisher'))
  const dated = useMergeDate(detail)
  const { tab = 'words' } = route.useSearch()
  const navigate = route.useNavigate()
  const hasTranslations = useTranslations(entry)?.languages.length
  const tabs = TABS.filter(({ value }) => value !== 'translations' || hasTranslations)
  const pictures = detail.isFirstPicture ? [entry.id] : []
  const decideIt = (decision: Decision) =>
    void askAboutPictures(goesOut(decision) ? pictures : [], () => {
      void decide([entry], decision)
    })
  return (
    <>
      <div className="flex max-w-page flex-wrap items-center gap-x-4 max-sm:-mb-3 xl:max-w-292">
        <BackLink state={entry.state} />
        <EntryState entry={entry} editor={editor} isReadOnly={!isOpenToEdit} />
        <div className="min-w-0 max-sm:w-full sm:ml-auto">
          <Tabs
            label="Parts of the entry"
            value={tab}
            options={tabs}
            onPick={wanted =>
              void navigate({ search: before => ({ ...before, tab: wanted }), replace: true })
            }
          />
        </div>
      </div>
      {detail.partOf && <PartOf edition={detail.partOf} />}
      <Attention
        entry={entry}
        onReviewed={isOpenToEdit ? () => void editor.change({ reviewed: true }) : null}
      />
      {editor.theirs && <Conflict key={editor.theirs.version} editor={editor} theirs={editor.theirs} />}
      <Title className={tab === 'words' ? 'sr-only' : 'max-w-text font-serif'}>
        {entry.title || 'Without a headline'}
      </Title>
      {tab === 'words' && (
        <div className="grid gap-x-12 gap-y-8 max-w-page xl:max-w-none xl:grid-cols-[repeat(2,minmax(0,560px))]">
          <EntryForm detail={detail} editor={editor} isReadOnly={!isOpenToEdit} />
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
            {entry.origin === 'edition' ? (
              <EditionParts detail={detail} />
            ) : (
              <Preview detail={detail} words={editor.words} />
            )}
            <div className="grid gap-2 empty:hidden">
              <Grounds detail={detail} heading="h2" />
            </div>
          </div>
        </div>
      )}
      <div className="grid max-w-page grid-cols-[minmax(0,1fr)] gap-8 empty:hidden">
        {tab === 'posts' && <Posts entry={entry} />}
        {tab === 'translations' && <Translations entry={entry} isReadOnly={!isOpenToEdit} />}
        {tab === 'history' && (
          <History detail={detail} version={editor.version} mayRestore={isOpenToEdit && !editor.isDirty} />
        )}
      </div>
      <EntryActions
        entry={entry}
        address={detail.address}
        items={detail.items.length}
        onDecide={decideIt}
        dated={dated && { label: dated.label, onPick: () => void askAboutPictures(pictures, dated.publish) }}
        isBusy={(editor.isDirty && entry.state !== 'dismissed') || editor.state === 'saving'}
      />
    </>
  )
}

const goesOut = (decision: Decision): boolean =>
  (decision.action === 'entry publish' && decision.soon === true) ||
  decision.action === 'entry queue' ||
  decision.action === 'queue move'
