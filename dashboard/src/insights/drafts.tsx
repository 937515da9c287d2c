import { Section } from '../parts/section.tsx'
import type { Insights } from './queries.ts'

type Quality = Insights['drafts'][number]

/** The share of decisions that should be right at each confidence. */
const PROMISED: Partial<Record<Quality['confidence'], number>> = { medium: 0.8, high: 0.95 }

const percent = (share: number): string => `${Math.round(100 * share)}%`
const share = (part: number, whole: number): string => (whole === 0 ? '–' : percent(part / whole))

/** Whether the machine's confidence can be trusted, and whether its words can be published unchanged. */
export function DraftsSection({ drafts }: Pick<Insights, 'drafts'>) {
  const isDecided = drafts.some(one => one.decided + one.published > 0)
  return (
    <Section title="How good are the drafts?" lead={leadOf(drafts)}>
      {isDecided && (
        <table className="w-full text-left">
          <thead>
            <tr className="align-bottom text-s text-quiet">
              <th className="py-1.5 font-normal">Confidence</th>
              <th className="hidden w-1/3 py-1.5 font-normal sm:table-cell">
                <span className="sr-only">Agreed, as a bar</span>
              </th>
              <th className="py-1.5 pl-3 text-right font-normal">Agreed</th>
              <th className="hidden py-1.5 pl-3 text-right font-normal sm:table-cell">Target</th>
              <th className="py-1.5 pl-3 text-right font-normal">Decisions</th>
              <th className="py-1.5 pl-3 text-right font-normal">Words kept</th>
            </tr>
          </thead>
          <tbody>
            {drafts.toReversed().map(one => (
              <Row key={one.confidence} {...one} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function leadOf(drafts: readonly Quality[]): string {
  const sum = (count: (one: Quality) => number) => drafts.reduce((total, one) => total + count(one), 0)
  const decided = sum(one => one.decided)
  const published = sum(one => one.published)
  if (decided + published === 0) return 'Nobody has published or corrected anything yet.'
  const agreed = `People agreed in ${sum(one => one.agreed)} of ${decided} decisions on whether customers would notice a merge. A bar should reach its mark: 95% at high confidence, 80% at medium.`
  if (published === 0) return agreed
  return `${agreed} ${sum(one => one.unchanged)} of ${published} published drafts kept the machine's words.`
}

function Row({ confidence, decided, agreed, published, unchanged }: Quality) {
  const promised = PROMISED[confidence]
  return (
    <tr className="border-t border-line/60">
      <td className="py-2 pr-4">{confidence} confidence</td>
      <td className="hidden pr-4 sm:table-cell">
        <Share share={decided === 0 ? 0 : agreed / decided} mark={promised} />
      </td>
      <td className="py-2 pl-3 text-right tabular-nums">{share(agreed, decided)}</td>
      <td className="hidden py-2 pl-3 text-right tabular-nums text-quiet sm:table-cell">
        {promised === undefined ? '–' : percent(promised)}
      </td>
      <td className="py-2 pl-3 text-right tabular-nums text-quiet">{decided}</td>
      <td className="py-2 pl-3 text-right tabular-nums">{share(unchanged, published)}</td>
    </tr>
  )
}

const WIDTH = 240

/** A share from 0 to 1 as a bar, with a mark at another. The number is next to it. */
const Share = ({ share, mark }: { share: number; mark: number | undefined }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 0 ${WIDTH} 12`}
    className="h-3 w-full min-w-16"
    preserveAspectRatio="none"
  >
    <rect y="2" width={WIDTH} height="8" className="fill-raised" />
    <rect y="2" width={share * WIDTH} height="8" className="fill-accent" />
    {mark !== undefined && <rect x={mark * WIDTH - 1} width="2" height="12" className="fill-ink" />}
  </svg>
)
