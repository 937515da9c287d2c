import type { ReactNode } from 'react'
import { Section } from '../parts/section.tsx'
import { counted } from '../text.ts'
import { KeyNumber } from './delay.tsx'
import type { Insights } from './queries.ts'

/** A share of fewer decisions says nothing yet. */
const FEWEST = 10

type Quality = Insights['drafts'][number]

/** The share of decisions that should be right at each confidence. */
const PROMISED: Partial<Record<Quality['confidence'], number>> = { medium: 0.8, high: 0.95 }

const percent = (share: number): string => `${Math.round(100 * share)}%`

/** Whether the machine's confidence can be trusted, and whether its words can be published unchanged. */
export function DraftsSection({ drafts }: Pick<Insights, 'drafts'>) {
  const told = drafts.filter(({ decided }) => decided >= FEWEST).toReversed()
  return (
    <Section
      title="How good are the drafts?"
      lead={
        <>
          {leadOf(drafts)}
          {fewOf(drafts)}
        </>
      }
    >
      {told.length > 0 && (
        <table className="w-full text-left">
          <thead>
            <tr className="text-s text-quiet">
              <th className="py-1.5 pr-4 font-normal">Confidence</th>
              <th className="py-1.5 font-normal sm:w-3/5">Agreed</th>
              <th className="py-1.5 pl-4 text-right font-normal">Words kept</th>
            </tr>
          </thead>
          <tbody>
            {told.map(one => (
              <Row key={one.confidence} {...one} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function leadOf(drafts: readonly Quality[]): ReactNode {
  const sum = (count: (one: Quality) => number) => drafts.reduce((total, one) => total + count(one), 0)
  const decided = sum(one => one.decided)
  const published = sum(one => one.published)
  if (decided + published === 0) return 'Nobody has published or corrected anything yet.'
  return (
    <>
      {published >= FEWEST && (
        <>
          <KeyNumber>
            {sum(one => one.unchanged)} of {published}
          </KeyNumber>{' '}
          published drafts kept the machine's words.{' '}
        </>
      )}
      {agreementOf(
        decided,
        sum(one => one.agreed),
      )}
    </>
  )
}

/** A sentence about how often people agreed with the machine. */
function agreementOf(decided: number, agreed: number): string {
  const matter = 'whether customers would notice a merge'
  if (decided === 0) return `Nobody has decided yet ${matter}.`
  return decided < FEWEST
    ? `People decided ${counted(decided, 'time', 'times')} ${matter}, too few to say how often they agree.`
    : `People agreed in ${agreed} of ${decided} decisions on ${matter}.`
}

/** A sentence about the confidences at which too little was decided to show a share. */
function fewOf(drafts: readonly Quality[]): string {
  const few = drafts.filter(({ decided }) => decided < FEWEST).map(({ confidence }) => confidence)
  if (few.length === 0 || drafts.reduce((sum, one) => sum + one.decided, 0) < FEWEST) return ''
  if (few.length === drafts.length) return ' Too few decisions yet to compare by confidence.'
  return ` Too few decisions yet at ${new Intl.ListFormat('en').format(few)} confidence.`
}

function Row({ confidence, decided, agreed, published, unchanged }: Quality) {
  const promised = PROMISED[confidence]
  return (
    <tr className="border-t border-line/60">
      <td className="py-2 pr-4 first-letter:uppercase">{confidence}</td>
      <td className="py-2 tabular-nums">
        <div className="flex items-center gap-3">
          <Share share={agreed / decided} mark={promised} />
          <p>
            {percent(agreed / decided)}{' '}
            <span className="text-s text-quiet">
              of {decided}
              {promised !== undefined && `, target ${percent(promised)}`}
            </span>
          </p>
        </div>
      </td>
      <td className="py-2 pl-4 text-right tabular-nums">
        {published >= FEWEST && percent(unchanged / published)}
      </td>
    </tr>
  )
}

/** A share from 0 to 1 as a bar where there is room, in the colour of what is wrong below its mark. */
const Share = ({ share, mark = 0 }: { share: number; mark: number | undefined }) => (
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
)
