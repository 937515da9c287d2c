import { useInfiniteQuery } from '@tanstack/react-query'
import { entriesQuery, type ListedEntry } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { KINDS } from '../kinds.ts'
import { dayName, monthName } from '../time.ts'
import { imageAddress } from './logo-field.tsx'

const SHOWN = 3

interface Settings {
  title: string | null
  intro: string | null
  /** `#rrggbb`. */
  accent: string | null
  /** The SHA-256 of an image. */
  logo: string | null
}

/** True for `#rrggbb`. */
export const isColour = (text: string | null): text is string => /^#[0-9a-f]{6}$/i.test(text ?? '')

/** The top of the page as readers will see it, with the newest published entries. */
export function PagePreview({ draft }: { draft: Settings }) {
  const { id: account, name } = useAccount()
  const { data } = useInfiniteQuery(entriesQuery(account, { state: 'published' }))
  const entries = data?.pages[0]?.entries.slice(0, SHOWN) ?? []
  return (
    <section
      aria-label="Preview of the page"
      className="grid content-start gap-2 self-start xl:sticky xl:top-6"
    >
      <h3 className="text-s font-semibold text-quiet">Preview</h3>
      <div className="grid gap-6 overflow-hidden rounded-md bg-floating px-6 pb-8 ring-1 ring-line">
        <div
          aria-hidden="true"
          className="-mx-6 h-1.5 bg-accent"
          style={isColour(draft.accent) ? { backgroundColor: draft.accent } : undefined}
        />
        <div className="grid gap-2 font-serif">
          {draft.logo !== null && (
            <img
              src={imageAddress(account, draft.logo)}
              alt=""
              className="h-9 max-w-full object-contain object-left"
            />
          )}
          <p dir="auto" className="text-2xl font-semibold text-balance wrap-anywhere">
            {draft.title || `${name} changelog`}
          </p>
          {draft.intro && (
            <p dir="auto" className="text-l text-quiet text-pretty wrap-anywhere">
              {draft.intro}
            </p>
          )}
        </div>
        {entries.map((entry, index) => (
          <PreviewEntry key={entry.id} entry={entry} before={entries[index - 1]} />
        ))}
        {data && entries.length === 0 && (
          <p className="text-quiet">What you publish appears here, newest first.</p>
        )}
      </div>
    </section>
  )
}

const timeOf = (entry: ListedEntry): number =>
  entry.state === 'published' ? entry.publishedAt : entry.createdAt

function PreviewEntry({ entry, before }: { entry: ListedEntry; before: ListedEntry | undefined }) {
  const { timeZone } = useAccount()
  const month = monthName(timeOf(entry), timeZone)
  const isNewMonth = !before || monthName(timeOf(before), timeZone) !== month
  return (
    <div className="grid gap-3">
      {isNewMonth && <p className="border-b border-line pb-1 font-semibold text-quiet">{month}</p>}
      <div className="grid gap-1">
        <p dir="auto" className="font-serif text-xl font-semibold wrap-anywhere">
          {entry.title}
        </p>
        <p className="text-s text-quiet">
          {KINDS[entry.kind].label} · {dayName(timeOf(entry), timeZone)}
        </p>
      </div>
    </div>
  )
}
