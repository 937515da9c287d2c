import type { EntryDetail } from '../api/entry-queries.ts'
import { PageLink } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { EntryLink } from '../parts/text/entry-link.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { counted } from '../text.ts'

/** The edition that an entry was published with. */
export function PartOf({ edition }: { edition: NonNullable<EntryDetail['partOf']> }) {
  return (
    <p className="text-quiet">
      Part of <EntryLink entry={edition.id}>{edition.title}</EntryLink>. Withdrawing it takes it out of there.
    </p>
  )
}

/** The entries of an edition; for one that has not gone out, a link to where they are arranged. */
export function EditionParts({ detail: { entry, items } }: { detail: EntryDetail }) {
  const isOpen = entry.state === 'draft' || entry.state === 'queued'
  return (
    <section aria-labelledby="parts" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="parts" className="text-s font-semibold text-quiet">
        {isOpen ? 'What is in it' : counted(items.length, 'entry', 'entries')}
      </h3>
      {isOpen ? (
        <>
          <p className="text-quiet text-pretty">It fills itself until it goes out.</p>
          <PageLink
            to="/$account/review"
            search={{ item: entry.id }}
            className={`${buttonClass('secondary')} w-fit`}
          >
            Open the edition
          </PageLink>
        </>
      ) : (
        <ol className="grid">
          {items.map(item => (
            <li
              key={item.id}
              className="grid min-h-9 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-2 not-first:border-t border-line/60 py-1.5"
            >
              <KindGlyph kind={item.kind} />
              <EntryLink entry={item.id} className="w-fit font-semibold hover:underline">
                <Headline title={item.title} />
              </EntryLink>
              <span className="text-s text-quiet">{item.part === 'story' ? 'in full' : 'a line'}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
