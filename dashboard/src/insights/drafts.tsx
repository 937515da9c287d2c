import { Section } from '../parts/section.tsx'
import type { Insights } from './queries.ts'

/** A share of fewer decisions says nothing yet. */
const FEWEST = 5

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
              <th className="py-1.5 pr-4 font-normal">Confidence</th>
              <th className="py-1.5 font-normal sm:w-2/5">Agreed</th>
              <th className="py-1.5 pl-3 text-right font-normal">Target</th>
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
  const agreed = `People agreed in ${sum(one => one.agreed)} of ${decided} decisions on whether customers would notice a merge.`
  if (published === 0) return agreed
  return `${agreed} ${sum(one => one.unchanged)} of ${published} published drafts kept the machine's words.`
}

function Row({ confidence, decided, agreed, published, unchanged }: Quality) {
  const promised = PROMISED[confidence]
  return (
    <tr className="border-t border-line/60">
      <td className="py-2 pr-4 first-letter:uppercase">{confidence}</td>
      <td className="py-2 tabular-nums">
        {decided < FEWEST ? (
          <span className="text-quiet">Too few decisions yet</span>
        ) : (
          <Share share={agreed / decided} mark={promised} />
        )}
      </td>
      <td className="py-2 pl-3 text-right tabular-nums text-quiet">
        {promised === undefined ? '–' : percent(promised)}
      </td>
      <td className="py-2 pl-3 text-right tabular-nums text-quiet">{decided}</td>
      <td className="py-2 pl-3 text-right tabular-nums">{share(unchanged, published)}</td>
    </tr>
  )
}

/** A share from 0 to 1 as a bar where there is room, in the colour of what is wrong below its mark. */
const Share = ({ share, mark = 0 }: { share: number; mark: number | undefined }) => (
  <div className="flex items-center gap-3">
    <div className="relative h-2 flex-1 bg-raised max-sm:hidden forced-colors:border">
      <div
        className={`h-full forced-colors:bg-[CanvasText] ${share < mark ? 'bg-danger' : 'bg-quiet'}`}
        style={{ width: percent(share) }}
      />
      {mark > 0 && (
        <div
          className="absolute -inset-y-1 w-0.5 bg-ink outline-2 outline-ground forced-colors:bg-[CanvasText] forced-colors:outline-[Canvas]"
          style={{ left: percent(mark) }}
        />
      )}
    </div>
    {percent(share)}
  </div>
)
