import { KIND_FACES } from '#changelog/kind-faces.ts'
import { PageLink, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Section } from '../parts/section.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Time } from '../parts/text/time.tsx'
import { DelaySection } from './delay.tsx'
import { DraftsSection } from './drafts.tsx'
import { EditionsSection } from './editions.tsx'
import { type Insights, insightsQuery } from './queries.ts'
import { WeeksPlot } from './weeks-plot.tsx'

/** A few questions about the last half year, each answered in words and numbers. */
export function InsightsPage() {
  return (
    <Page
      title="Insights"
      parent={{ to: '/$account/settings/data', label: 'Data' }}
      lead="The last 26 weeks."
    >
      <Loaded query={useAccountQuery(insightsQuery)} label="Loading insights">
        {data =>
          isEmpty(data) ? (
            <NothingYet />
          ) : (
            <>
              <Section title="What was published each week?">
                <WeeksPlot data={data} />
              </Section>
              {/* Answers of a sentence or two stand side by side. */}
              <div className="grid grid-cols-[minmax(0,1fr)] gap-8 sm:not-has-[table]:grid-cols-2">
                <EditionsSection editions={data.editions} period={data.period} />
                <DelaySection
                  delay={data.timeToPublish}
                  published={data.published.reduce((sum, { count }) => sum + count, 0)}
                />
                <DraftsSection drafts={data.drafts} />
              </div>
              <UntoldSection untold={data.untold} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const isEmpty = ({ published, drafts, untold }: Insights): boolean =>
  published.length === 0 && untold.length === 0 && drafts.every(({ decided }) => decided === 0)

/** The page of a new account: what will be here, and what to do next. */
function NothingYet() {
  return (
    <Empty
      title="Nothing has been published or decided yet"
      action={
        <PageLink to="/$account/review" className={buttonClass('primary')}>
          Open Review
        </PageLink>
      }
    >
      Once entries go out, this page shows how many, how fast, and what was left out.
    </Empty>
  )
}

/** The most untold changes that the server lists. */
const MOST_UNTOLD = 20

/** The changes that customers would notice and that were never announced. */
function UntoldSection({ untold }: Pick<Insights, 'untold'>) {
  return (
    <Section
      title="What was never announced?"
      lead={
        untold.length === 0
          ? 'Nothing. No draft is older than two weeks.'
          : `Merged more than two weeks ago and still drafts, the largest and surest first${untold.length < MOST_UNTOLD ? '' : `. Only ${MOST_UNTOLD} are listed`}.`
      }
    >
      <Rows>
        {untold.map(change => (
          <Row
            key={change.pullId}
            mark={<KindGlyph kind={change.kind} />}
            title={change.title}
            link={
              change.entryId === null
                ? { to: '/$account/merges', search: { pull: change.pullId } }
                : { to: '/$account/entries/$entry', params: { entry: change.entryId } }
            }
            meta={
              <>
                {KIND_FACES[change.kind].word} · {change.magnitude} · {change.repo.split('/').at(-1)}
                {change.number !== null && ` #${change.number}`} · merged <Time at={change.mergedAt} />
                {change.confidence !== 'high' && ` · ${change.confidence} confidence`}
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
