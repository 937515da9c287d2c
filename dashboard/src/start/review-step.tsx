import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, call } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { LoadError } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { WriterHint } from '../settings/writer-hint.tsx'
import { foundFor, nounsOf } from '../sources/found.ts'
import { counted } from '../text.ts'
import { type BestMerge, bestQuery, type StartFacts, sureQuery } from './queries.ts'
import { SureList } from './sure-list.tsx'
import { ToldMerge } from './told-merge.tsx'

/** How many of the best are shown. */
const SHOWN = 3

/** Those with something to read, if there are several. */
function samplesOf(best: readonly BestMerge[]): readonly BestMerge[] {
  const told = best.filter(({ html }) => html !== '')
  return (told.length > 1 ? told : best).slice(0, SHOWN)
}

interface Props {
  facts: StartFacts
  /** The last import was to be published. */
  isPublishing: boolean
  onPublished: () => void
  onDone: () => void
}

/** What customers would notice: how much, the best of it as they would read it, and the list that is published in one look. */
export function ReviewStep({ facts, isPublishing, onPublished, onDone }: Props) {
  const { id: account, may } = useAccount()
  const best = useQuery(bestQuery(account))
  const sure = useQuery(sureQuery(account))
  const failed = [best, sure].find(({ error, data }) => error && !data)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-1">
        <p className="text-xl text-balance">{foundFor(facts.customers, facts, facts.announcedElsewhere)}.</p>
        <Whereabouts facts={facts} />
        {may('writer') && facts.drafts + facts.history > 0 && <PastButton facts={facts} />}
      </div>
      <WriterHint />
      {failed?.error && <LoadError error={failed.error} onRetry={failed.refetch} />}
      {!failed && !(best.data && sure.data) && <RowsLoading label="Loading the best of them" />}
      {best.data && best.data.length > 0 && (
        <ul aria-label="The best of them" className="grid gap-7 rounded-md bg-floating p-5 ring-1 ring-line">
          {samplesOf(best.data).map(merge => (
            <li key={merge.pullId}>
              <ToldMerge merge={merge} />
            </li>
          ))}
        </ul>
      )}
      {sure.data && sure.data.total > 0 && may('publisher') && (
        <details open={isPublishing}>
          <summary className="w-fit cursor-pointer rounded-md py-1 font-semibold">
            Publish the past: {counted(sure.data.total, 'entry', 'entries')}, each with the date of its merge
          </summary>
          <SureList merges={sure.data.merges} total={sure.data.total} onDone={onPublished} />
        </details>
      )}
      {best.data && <Onward facts={facts} isFound={best.data.length > 0} {...{ isPublishing, onDone }} />}
    </div>
  )
}

/** Where what interests customers is now: the inbox shows only those that became drafts. */
function Whereabouts({ facts }: Pick<Props, 'facts'>) {
  const { drafts, history } = facts
  const { id: account } = useAccount()
  const [one, several] = nounsOf(facts)
  const linkClass = 'text-accent underline'
  return (
    <p className="max-w-[64ch] text-quiet text-pretty">
      {drafts > 0 && (
        <>
          {counted(drafts, 'draft waits', 'drafts wait')} in the{' '}
          <Link to="/$account/inbox" params={{ account }} className={linkClass}>
            inbox
          </Link>
          .{' '}
        </>
      )}
      {history > 0 && (
        <>
          <Link to="/$account/pulls" params={{ account }} search={{ place: 'history' }} className={linkClass}>
            {counted(history, `older ${one}`, `older ${several}`)}
          </Link>{' '}
          {history === 1 ? 'is' : 'are'} history: listed, but announced only if you publish{' '}
          {history === 1 ? 'it' : 'them'}.{' '}
        </>
      )}
      <Link to="/$account/pulls" params={{ account }} className={linkClass}>
        See all, with the reasons
      </Link>
    </p>
  )
}

/** What else may become of the past: nothing of it waits, or the last month does. */
function PastButton({ facts: { drafts } }: Pick<Props, 'facts'>) {
  const { id: account } = useAccount()
  const past = drafts > 0 ? ('history' as const) : ('month' as const)
  const change = useMutation({
    mutationFn: () => call(api.accounts[':account'].start.past.$put({ param: { account }, json: { past } })),
    onSuccess: () => entriesChanged(account),
  })
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="tertiary" busy={change.isPending} onClick={() => change.mutate()}>
        {past === 'history' ? 'Start from today: no drafts of the past' : 'Make drafts of the last month'}
      </Button>
      <Problem error={change.error} />
    </div>
  )
}

interface OnwardProps extends Omit<Props, 'onPublished'> {
  /** Something can be published as it is worded. */
  isFound: boolean
}

function Onward({ facts, isFound, isPublishing, onDone }: OnwardProps) {
  if (facts.customers === facts.announcedElsewhere)
    return (
      <p className="max-w-[64ch] text-quiet text-pretty">
        There is nothing new to tell yet. The next merge that customers would notice becomes a draft in the
        inbox by itself.
      </p>
    )
  return (
    <div className="grid justify-items-start gap-3">
      {!isFound && (
        <p className="max-w-[64ch] text-quiet text-pretty">
          None of them can be published as it is worded. Those that became drafts wait in the inbox.
        </p>
      )}
      <Button variant={isPublishing ? 'secondary' : 'primary'} onClick={onDone}>
        {isPublishing ? 'Publish a single one instead' : 'Continue'}
      </Button>
    </div>
  )
}
