import type { EntryDetail } from '../inbox/queries.ts'
import { KINDS } from '../kinds.ts'
import { KindGlyph } from '../parts/kind.tsx'

/** The entry as a feed reader shows it. */
export function Preview({ detail, isBehind }: { detail: EntryDetail; isBehind: boolean }) {
  const { entry, content } = detail
  return (
    <section aria-label="Preview" className="grid gap-2">
      <h3 className="text-s font-semibold text-quiet">
        As readers see it{isBehind && ', before your last change'}
      </h3>
      <div className="grid gap-3 rounded-md bg-floating p-5 ring-1 ring-line">
        <p className="flex items-center gap-2 text-s text-quiet">
          <KindGlyph kind={entry.kind} /> <span aria-hidden="true">{KINDS[entry.kind].label}</span>
        </p>
        <p dir="auto" className="font-serif text-xl font-semibold text-balance wrap-anywhere">
          {content.title || 'Without a headline'}
        </p>
        {content.html !== '' && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, as for the feed.
          <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: content.html }} />
        )}
      </div>
    </section>
  )
}
