import type { EntryDetail } from '../inbox/queries.ts'
import { KINDS } from '../kinds.ts'
import { Headline } from '../parts/headline.tsx'
import { KindGlyph } from '../parts/kind.tsx'
import { Prose } from '../parts/prose.tsx'

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
          <Headline title={content.title} />
        </p>
        <Prose html={content.html} />
      </div>
    </section>
  )
}
