import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import type { EntryDetail } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Select } from '../parts/form/select.tsx'
import { Problem } from '../parts/notice.tsx'
import { AsRead, Prose } from '../parts/text/prose.tsx'
import { Time } from '../parts/text/time.tsx'
import { useRested } from '../parts/use-rested.ts'
import type { EditedWords } from './editor/words.ts'
import { Picture, Poster } from './image/picture.tsx'

const KEPT_MS = 30_000

const VIEWS = [
  { value: 'page', label: 'On the page' },
  { value: 'feed', label: 'In a feed reader' },
] as const

type View = (typeof VIEWS)[number]['value']

interface Props {
  detail: EntryDetail
  /** The words as they are typed, saved or not. */
  words: EditedWords
}

/** The entry as a feed reader and as the hosted page show it, updated a moment after typing. */
export function Preview({ detail, words }: Props) {
  const [view, setView] = useState<View>('page')
  const { data, error } = usePreview(detail, words)
  return (
    <section aria-label="Preview" className="grid gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <h3 className="font-semibold">As readers see it</h3>
        <div className="text-quiet not-forced-colors:-mr-2.5">
          <Select label="Where" isQuiet value={view} options={VIEWS} onPick={setView} />
        </div>
      </div>
      <div className="grid gap-3 rounded-md bg-floating p-5 ring-1 ring-line">
        {error && <Problem error={error} />}
        {view === 'feed' && <FeedItem detail={detail} {...data.feed} />}
        {view === 'page' && <PageEntry detail={detail} {...data.page} />}
      </div>
    </section>
  )
}

/** The preview of the words. The server renders them, so that it shows what readers get. The preview of saved words came with the entry. */
function usePreview({ entry, preview }: EntryDetail, words: EditedWords) {
  const { id: account } = useAccount()
  const { title, body } = useRested(words)
  const isSaved = title === entry.title && body === entry.body
  const { data = preview, error } = useQuery({
    enabled: !isSaved,
    queryKey: ['preview', account, entry.id, entry.kind, title, body],
    queryFn: () =>
      call(
        api.accounts[':account'].entries[':entry'].preview.$post({
          param: { account, entry: entry.id },
          json: { title, body },
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })
  return isSaved ? { data: preview, error: null } : { data, error }
}

/** The entry as most feed readers show an item: in their own typeface, with the name of the feed, and the title as plain text. */
function FeedItem({ detail, title, html }: { detail: EntryDetail; title: string; html: string }) {
  const { entry } = detail
  const { name } = useAccount()
  return (
    <>
      <div className="grid gap-1 border-b border-line pb-3">
        <p dir="auto" className="text-xl font-semibold text-balance wrap-anywhere">
          {title || <span className="text-quiet">Without a headline</span>}
        </p>
        <p className="text-s text-quiet">
          {name} · {entry.state === 'published' ? <Time at={entry.publishedAt} /> : 'just now'}
        </p>
      </div>
      <Poster detail={detail} />
      <Prose html={html} className="[--serif:var(--font-sans)]!" />
    </>
  )
}

/** The entry as the hosted page shows it, with its picture from where members may see it. */
const PageEntry = ({ detail, head, body }: { detail: EntryDetail; head: string; body: string }) => (
  <>
    <AsRead html={head} />
    <Picture detail={detail} />
    {body !== '' && <AsRead html={body} />}
  </>
)
