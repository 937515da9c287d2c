import { PageLink, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { DelaySection } from './delay.tsx'
import { KeptSection } from './kept.tsx'
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
              <div className="grid grid-cols-[minmax(0,1fr)] gap-8 sm:grid-cols-2">
                <DelaySection
                  delay={data.timeToPublish}
                  published={data.published.reduce((sum, { count }) => sum + count, 0)}
                />
                <KeptSection words={data.words} decisions={data.decisions} />
              </div>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const isEmpty = ({ published, decisions }: Insights): boolean => published.length === 0 && decisions.all === 0

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
      Once entries go out, this page shows how many, how fast, and how often the words and decisions of
      Tidings were kept.
    </Empty>
  )
}
