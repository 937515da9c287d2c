import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { editionQuery, entryQuery } from '../api/entry-queries.ts'
import { useFirstPicture } from '../decisions/use-first-picture.tsx'
import { useAccount } from '../frame/use-account.ts'
import { focusCurrentRow, ListFocusContext, useListFocus } from '../inbox/list/use-list-focus.ts'
import { isWide } from '../inbox/use-shown-item.ts'
import { buttonClass } from '../parts/button.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { Prose } from '../parts/text/prose.tsx'
import { viewOnly } from '../roles.ts'
import { useItemDrops } from './dragging.ts'
import type { EditionData, OpenEdition } from './edition.ts'
import { CurrentMark, Fields, Line, type RowContext, RowHeadline, rowClass, Story } from './edition-item.tsx'
import { EditionActionBar, EditionState, EmptyEdition } from './edition-state.tsx'
import { ItemBar } from './item-bar.tsx'
import { Outside } from './outside.tsx'
import { droppedAt } from './placing.ts'
import { rowsOf } from './rows.ts'
import { ThemeOffer } from './theme-offer.tsx'
import { useEditionKeys } from './use-edition-keys.ts'
import { useCombining } from './use-placing.ts'

/** The edition that goes out next as readers will see it, and what is not in it. */
export function EditionPage() {
  const { id: account } = useAccount()
  const { data, error, refetch } = useQuery(editionQuery(account))
  if (data?.edition) return <Edition data={data} edition={data.edition} />
  return (
    <Page title="Edition" lead={data ? 'Entries go out one by one here.' : ' '}>
      {data && <NoEditions />}
      {!data && error && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <CopyLoading title={null} />}
    </Page>
  )
}

function NoEditions() {
  const { id: account, may } = useAccount()
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-text text-quiet text-pretty">
        An edition gathers a week, two weeks, a month or a release into one article: the weightiest changes in
        full, the others in a line each. {!may('owner') && 'An owner can add a time for it.'}
      </p>
      {may('owner') && (
        <Link to="/$account/settings/publishing" params={{ account }} className={buttonClass('primary')}>
          Choose when it goes out
        </Link>
      )}
    </div>
  )
}

/** On a large screen, the columns of the sheet and of what is outside the edition. */
const COLUMNS = { ['--columns' as string]: 'minmax(0, 720px) minmax(240px, 320px)' }

interface Props {
  data: EditionData
  edition: OpenEdition
}

function Edition({ data, edition }: Props) {
  const rows = useMemo(() => rowsOf(edition), [edition])
  const [chosen, choose] = useState<string | null>(null)
  const [edited, setEdited] = useState<string | null>(null)
  const focus = useListFocus()
  const current = rows.find(({ id }) => id === chosen) ?? (isWide() ? rows[0] : undefined)
  const stopEditing = useCallback(() => {
    setEdited(null)
    focus.take(true)
    requestAnimationFrame(() => focusCurrentRow())
  }, [focus])
  const picture = useFirstPicture()
  const actions = useEditionKeys({
    ...{ edition, rows, current, choose },
    takeFocus: () => focus.take(true),
    // The fields take the focus before the next key is read.
    edit: id => flushSync(() => setEdited(id)),
    leave: () => (edited === null ? choose(null) : stopEditing()),
    askAboutPicture: picture.ask,
  })
  useItemDrops((id, drop) => {
    const row = rows.find(one => one.id === id)
    if (row) actions.place(drop === 'out' ? { part: 'out' } : droppedAt(edition, drop.on, drop.edge), row)
  })
  const combine = useCombining()
  usePreloading(current?.id)
  const context: RowContext = {
    ...{ actions, edited },
    current: current?.id ?? null,
    tabStop: current?.id ?? edition.id,
    onChoose: choose,
    onLeave: stopEditing,
  }
  return (
    <ListFocusContext value={focus}>
      <Page
        wide
        title="Edition"
        lead={<EditionState edition={edition} period={data.period} />}
        actions={<EditionActionBar edition={edition} actions={actions} />}
      >
        <div
          className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-(--columns)"
          style={COLUMNS}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-px">
            {edited === null && (
              <ThemeOffer
                edition={edition}
                onCombine={async ids => {
                  const story = await combine(ids)
                  if (story === null) return
                  focus.take(true)
                  choose(story)
                }}
              />
            )}
            {current && edited === null && actions.canWrite && (
              <ItemBar edition={edition} row={current} actions={actions} onClose={() => choose(null)} />
            )}
            {edited !== null && <div className="h-14 max-md:hidden" />}
            {!actions.canWrite && <p className="pb-3 text-quiet">{viewOnly('writer')}</p>}
            <Sheet data={data} edition={edition} context={context} />
          </div>
          <Outside edition={edition} context={context} />
        </div>
        {picture.question}
      </Page>
    </ListFocusContext>
  )
}

/** Loads the words of the current row, so that its fields are there when they are asked for. */
function usePreloading(id: string | undefined) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  useEffect(() => {
    if (id !== undefined) void queries.prefetchQuery(entryQuery(account, id))
  }, [account, id, queries])
}

interface SheetProps extends Props {
  context: RowContext
}

/** The edition laid out as the hosted page shows it. */
function Sheet({ data, edition, context }: SheetProps) {
  const { stories, lists, size } = edition
  return (
    <section
      aria-label="As readers will see it"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-7 rounded-md bg-floating px-5 py-6 ring-1 ring-line md:px-10 md:py-8"
    >
      <Head edition={edition} context={context} />
      {size === 0 && <EmptyEdition {...data} edition={edition} nextTime={context.actions.nextTime} />}
      {stories.length > 0 && (
        <ul aria-label="Stories" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {stories.map(item => (
            <Story key={item.id} item={item} context={context} />
          ))}
        </ul>
      )}
      {lists.map(({ title, items }) => (
        <section key={title} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h3 className="text-l font-semibold">{title}</h3>
          <ul className="grid grid-cols-[minmax(0,1fr)]">
            {items.map(item => (
              <Line key={item.id} item={item} context={context} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

/** The title and the opening of the edition. */
function Head({ edition, context }: Omit<SheetProps, 'data'>) {
  const { id, title, html } = edition
  const isCurrent = context.current === id
  if (context.edited === id)
    return (
      <div className={rowClass(isCurrent)}>
        <Fields entry={id} onLeave={context.onLeave} />
      </div>
    )
  return (
    <div className={`${rowClass(isCurrent)} grid gap-3 py-3`}>
      {isCurrent && <CurrentMark />}
      <h2 className="font-serif text-2xl font-semibold text-balance">
        <RowHeadline
          id={id}
          title={title}
          isCurrent={isCurrent}
          isTabStop={context.tabStop === id}
          isMovable={false}
          actions={context.actions}
          onChoose={context.onChoose}
        />
      </h2>
      <Prose html={html} />
    </div>
  )
}
