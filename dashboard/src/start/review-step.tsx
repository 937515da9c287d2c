import { useState } from 'react'
import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { LoadError, RowsLoading } from '../parts/loaded.tsx'
import { foundFor, nounsOf } from '../sources/found.ts'
import { counted } from '../text.ts'
import { ChangePast, type LookedThrough } from './past/choice.tsx'
import { PastList } from './past/list.tsx'
import { OwnPast } from './past/own-changelog.tsx'
import { type BestMerge, bestQuery, ownChangelogQuery, pastQuery, type StartFacts } from './queries.ts'
import { ToldMerge } from './told-merge.tsx'

const LINK_CLASS = 'text-accent underline'

/** How many of the best are shown. */
const SHOWN = 3

/** The best merges that have a body, if there are any. */
function samplesOf(best: readonly BestMerge[]): readonly BestMerge[] {
  const told = best.filter(({ html }) => html !== '')
  return (told.length > 0 ? told : best).slice(0, SHOWN)
}

interface Props {
  facts: StartFacts
  /** Whether the last import should be published. */
  isToPublish: boolean
  onPublished: () => void
  onDone: () => void
}

/** What customers would notice: how much it is, the best of it as they would read it, and what to do with it. */
export function ReviewStep({ facts, isToPublish, onPublished, onDone }: Props) {
  const { may } = useAccount()
  const best = useAccountQuery(bestQuery)
  const past = useAccountQuery(pastQuery)
  const own = useAccountQuery(ownChangelogQuery, { enabled: may('publisher') })
  const changelog = own.data ?? null
  const [picked, setPicked] = useState<LookedThrough | null | undefined>(
    isToPublish && may('publisher') ? 'publish' : undefined,
  )
  // Of what the team tells by itself, the rest is left, and no way to begin.
  const isToldMostly = changelog !== null && facts.announcedElsewhere * 2 > facts.customers
  const looking = picked !== undefined ? picked : isToldMostly ? 'changelog' : null
  const failed = [best, past].find(({ error, data }) => error && !data)
  const mayChange = may('writer') && facts.drafts + facts.history > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-1">
        <p className="text-xl text-balance">{foundFor(facts.customers, facts, facts.announcedElsewhere)}.</p>
        <p className="max-w-text text-quiet text-pretty">
          {!mayChange && <Whereabouts facts={facts} />}
          <PageLink to="/$account/merges" className={LINK_CLASS}>
            See all, with the reasons
          </PageLink>
        </p>
      </div>
      {failed?.error && <LoadError error={failed.error} onRetry={failed.refetch} />}
      {!failed && !(best.data && past.data) && <RowsLoading label="Loading the best of them" />}
      {looking !== 'changelog' && best.data && best.data.length > 0 && (
        <ul aria-label="The best of them" className="grid gap-7 rounded-md bg-floating p-5 ring-1 ring-line">
          {samplesOf(best.data).map(merge => (
            <li key={merge.pullId}>
              <ToldMerge merge={merge} />
            </li>
          ))}
        </ul>
      )}
      {past.data && !own.isLoading && (mayChange || changelog) && (
        <ChangePast {...{ facts, changelog, looking }} past={past.data} onLook={setPicked} />
      )}
      {changelog && looking === 'changelog' && <OwnPast changelog={changelog} onDone={onPublished} />}
      {past.data && looking === 'publish' && past.data.total > 0 && (
        <PastList past={past.data} onDone={onPublished} />
      )}
      {best.data && (
        <Onward
          facts={facts}
          isFound={best.data.length > 0}
          isPublishing={looking !== null}
          onDone={onDone}
        />
      )}
    </div>
  )
}

/** For people who may not change it: where the changes that interest customers are now. The inbox shows only those that became drafts. */
function Whereabouts({ facts }: Pick<Props, 'facts'>) {
  const { drafts, history } = facts
  const [one, several] = nounsOf(facts)
  return (
    <>
      {drafts > 0 && (
        <>
          {counted(drafts, 'draft waits', 'drafts wait')} in{' '}
          <PageLink to="/$account/review" className={LINK_CLASS}>
            Review
          </PageLink>
          .{' '}
        </>
      )}
      {history > 0 && (
        <>
          <PageLink to="/$account/merges" search={{ place: 'history' }} className={LINK_CLASS}>
            {counted(history, `older ${one}`, `older ${several}`)}
          </PageLink>{' '}
          {history === 1 ? 'is' : 'are'} history.{' '}
        </>
      )}
    </>
  )
}

interface OnwardProps {
  facts: StartFacts
  /** Whether something can be published as it is worded. */
  isFound: boolean
  isPublishing: boolean
  onDone: () => void
}

function Onward({ facts, isFound, isPublishing, onDone }: OnwardProps) {
  if (facts.customers === facts.announcedElsewhere)
    return (
      <p className="max-w-text text-quiet text-pretty">
        There is nothing new to tell yet. The next merge that customers would notice becomes a draft in Review
        by itself.
      </p>
    )
  return (
    <div className="grid justify-items-start gap-3">
      {!isFound && (
        <p className="max-w-text text-quiet text-pretty">
          None of them can be published as it is worded. Those that became drafts wait in Review.
        </p>
      )}
      <Button variant={isPublishing ? 'secondary' : 'primary'} onClick={onDone}>
        Continue
      </Button>
    </div>
  )
}
