import { Section } from '../parts/section.tsx'
import { Confidence } from '../parts/text/kind.tsx'
import type { Insights } from './queries.ts'
import { ShareBar } from './share-bar.tsx'

/** The share of decisions that are meant to be right at each confidence. */
const PROMISED: Partial<Record<Insights['agreement'][number]['confidence'], number>> = {
  medium: 0.8,
  high: 0.95,
}

const percent = (share: number): string => `${Math.round(100 * share)}%`

/** Whether the machine's confidence means something. */
export function AgreementSection({ agreement }: Pick<Insights, 'agreement'>) {
  const decided = agreement.reduce((sum, one) => sum + one.decided, 0)
  const agreed = agreement.reduce((sum, one) => sum + one.agreed, 0)
  return (
    <Section
      title="Do people agree with the machine?"
      lead={
        decided === 0
          ? 'Nobody has published or corrected anything yet.'
          : `People agreed in ${agreed} of ${decided} decisions on whether customers would notice a merge. A bar should reach its mark: 95% at high confidence, 80% at medium.`
      }
    >
      {decided > 0 && (
        <table className="w-full text-left">
          <thead>
            <tr className="text-s text-quiet">
              <th className="py-1.5 font-normal">Confidence</th>
              <th className="hidden w-1/2 py-1.5 font-normal sm:table-cell">
                <span className="sr-only">Agreed, as a bar</span>
              </th>
              <th className="py-1.5 pl-3 text-right font-normal">Agreed</th>
              <th className="py-1.5 pl-3 text-right font-normal">Target</th>
              <th className="py-1.5 pl-3 text-right font-normal">Decisions</th>
            </tr>
          </thead>
          <tbody>
            {agreement.toReversed().map(one => (
              <Row key={one.confidence} {...one} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function Row({ confidence, decided, agreed }: Insights['agreement'][number]) {
  const promised = PROMISED[confidence]
  return (
    <tr className="border-t border-line/60">
      <td className="py-2 pr-4">
        <Confidence value={confidence} isWordShown />
      </td>
      <td className="hidden pr-4 sm:table-cell">
        <ShareBar share={decided === 0 ? 0 : agreed / decided} mark={promised} />
      </td>
      <td className="py-2 pl-3 text-right tabular-nums">{decided === 0 ? '–' : percent(agreed / decided)}</td>
      <td className="py-2 pl-3 text-right tabular-nums text-quiet">
        {promised === undefined ? '–' : percent(promised)}
      </td>
      <td className="py-2 pl-3 text-right tabular-nums text-quiet">{decided}</td>
    </tr>
  )
}
