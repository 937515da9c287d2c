import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { Confidence, KindGlyph, Magnitude } from '../parts/kind.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { AgreementSection } from './agreement.tsx'
import { DelaySection } from './delay.tsx'
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
            <WeeksPlot data={data} />
          </Section>
          <DelaySection delay={data.timeToPublish} />
          <AgreementSection agreement={data.agreement} />
          <UntoldSection untold={data.untold} />
        </>
      )}
    </Page>
  )
}

/** The server lists no more. */
const MOST_UNTOLD = 20

/** What customers would notice, and nobody told them. */
function UntoldSection({ untold }: Pick<Insights, 'untold'>) {
  const { id: account } = useAccount()
  return (
    <Section
      title="What was never announced?"
      lead={
        untold.length === 0
          ? 'Nothing. No draft is older than two weeks.'
          : `Merged more than two weeks ago and still drafts, the largest and surest first${untold.length < MOST_UNTOLD ? '' : `. Only ${MOST_UNTOLD} are listed`}.`
      }
    >
      <ol>
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
              className="truncate rounded-md font-semibold hover:underline"
            >
              <bdi>{change.title}</bdi>
            </Link>
            <Magnitude value={change.magnitude} />
            <p className="col-start-2 text-s text-quiet">
              {change.repo.split('/').at(-1)}
              {change.number !== null && ` #${change.number}`} · merged <Time at={change.mergedAt} /> ·{' '}
              <Confidence value={change.confidence} isWordShown />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
