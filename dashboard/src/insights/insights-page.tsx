import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { Confidence, KindGlyph, Magnitude } from '../parts/kind.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { type Insights, insightsQuery } from './queries.ts'
import { WeeksPlot } from './weeks-plot.tsx'

/** A few questions about the last half year, each answered in words and numbers. */
export function InsightsPage() {
  const { id: account } = useAccount()
  const { data, error, isPending, refetch } = useQuery(insightsQuery(account))
  return (
    <Page title="Insights" lead="The last 26 weeks.">
      {isPending && <RowsLoading label="Loading insights" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <>
          <Section title="What was published each week?">
            <WeeksPlot published={data.published} />
          </Section>
          <Section title="How long does news take?" lead={delayOf(data.timeToPublish)} />
          <AgreementSection agreement={data.agreement} />
          <UntoldSection untold={data.untold} />
        </>
      )}
    </Page>
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function durationOf(ms: number): string {
  if (ms < HOUR_MS) return 'less than an hour'
  const [size, unit] = ms < 2 * DAY_MS ? [HOUR_MS, 'hour'] : [DAY_MS, 'day']
  const count = Math.round(ms / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function delayOf({ entries, medianMs, p90Ms }: Insights['timeToPublish']): string {
  if (medianMs === null || p90Ms === null)
    return 'Nothing that arrived as it was merged has been published yet. Imported history does not count.'
  return `Half of the ${entries} entries went out within ${durationOf(medianMs)} of their merge, nine of ten within ${durationOf(p90Ms)}.`
}

/** Whether the machine's confidence means something. */
function AgreementSection({ agreement }: Pick<Insights, 'agreement'>) {
  const decided = agreement.reduce((sum, one) => sum + one.decided, 0)
  const agreed = agreement.reduce((sum, one) => sum + one.agreed, 0)
  return (
    <Section
      title="Do people agree with the machine?"
      lead={
        decided === 0
          ? 'Nobody has published, dismissed or corrected anything yet.'
          : `In ${agreed} of ${decided} decisions about whether customers would notice a merge. The surer the machine is, the higher the share should be.`
      }
    >
      {decided > 0 && (
        <table className="max-w-[560px] text-left">
          <thead>
            <tr className="text-s text-quiet">
              <th className="py-1.5 font-normal">The machine’s confidence</th>
              <th className="py-1.5 text-right font-normal">Decided</th>
              <th className="py-1.5 text-right font-normal">Agreed</th>
            </tr>
          </thead>
          <tbody>
            {agreement.map(one => (
              <tr key={one.confidence} className="border-t border-line/60">
                <td className="py-2">
                  <Confidence value={one.confidence} isWordShown />
                </td>
                <td className="py-2 text-right tabular-nums">{one.decided}</td>
                <td className="py-2 text-right tabular-nums">
                  {one.decided === 0 ? '–' : `${Math.round((100 * one.agreed) / one.decided)} %`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** What customers would notice, and nobody told them. */
function UntoldSection({ untold }: Pick<Insights, 'untold'>) {
  const { id: account } = useAccount()
  return (
    <Section
      title="What was never told?"
      lead={
        untold.length === 0
          ? 'Nothing: no draft is older than two weeks.'
          : 'Merged more than two weeks ago, and still drafts. The largest and surest come first.'
      }
    >
      <ul>
        {untold.map(change => (
          <li
            key={change.pullId}
            className="grid min-h-12 grid-cols-[20px_minmax(0,1fr)_auto] content-center items-center gap-x-2 border-t border-line/60 py-1.5"
          >
            <KindGlyph kind={change.kind} />
            <Link
              {...(change.entryId === null
                ? { to: '/$account/pulls', params: { account }, search: { pull: change.pullId } }
                : { to: '/$account/entries/$entry', params: { account, entry: change.entryId } })}
              dir="auto"
              className="truncate rounded-md font-semibold hover:underline"
            >
              {change.title}
            </Link>
            <Magnitude value={change.magnitude} />
            <p className="col-start-2 text-s text-quiet">
              merged <Time at={change.mergedAt} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
