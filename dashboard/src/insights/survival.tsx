import { Section } from '../parts/section.tsx'
import { monthName } from '../time.ts'
import type { Insights } from './queries.ts'
import { ShareBar } from './share-bar.tsx'

/** Whether the drafts are good enough to go out as they are. */
export function SurvivalSection({ survival }: Pick<Insights, 'survival'>) {
  const published = survival.reduce((sum, one) => sum + one.published, 0)
  const unchanged = survival.reduce((sum, one) => sum + one.unchanged, 0)
  return (
    <Section
      title="How many drafts go out as they are?"
      lead={
        published === 0
          ? 'No draft has been published yet.'
          : `${unchanged} of ${published} were published without a change of their words.`
      }
    >
      {published > 0 && (
        <table className="w-full text-left">
          <thead>
            <tr className="text-s text-quiet">
              <th className="py-1.5 font-normal">Month</th>
              <th className="hidden w-1/2 py-1.5 font-normal sm:table-cell">
                <span className="sr-only">Unchanged, as a bar</span>
              </th>
              <th className="py-1.5 pl-3 text-right font-normal">Unchanged</th>
              <th className="py-1.5 pl-3 text-right font-normal">Published</th>
            </tr>
          </thead>
          <tbody>
            {survival.toReversed().map(one => (
              <tr key={one.month} className="border-t border-line/60">
                <td className="py-2 pr-4">{monthName(Date.parse(`${one.month}-01`), 'UTC')}</td>
                <td className="hidden pr-4 sm:table-cell">
                  <ShareBar share={one.unchanged / one.published} />
                </td>
                <td className="py-2 pl-3 text-right tabular-nums">
                  {Math.round((100 * one.unchanged) / one.published)}%
                </td>
                <td className="py-2 pl-3 text-right tabular-nums text-quiet">{one.published}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
