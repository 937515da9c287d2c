import { pullQuery } from '../api/entry-queries.ts'
import type { DataOf } from '../api/queries.ts'
import { useChange } from '../api/use-change.ts'
import type { Decision } from '../decisions/decision.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { ActionToolbar, ItemHeader, KeyLine, type Moving } from '../inbox/action-bar.tsx'
import { Merge } from '../inbox/merge.tsx'
import { Why } from '../inbox/why.tsx'
import { Button, buttonClass } from '../parts/button.tsx'
import { KindAndSize } from '../parts/form/kind-and-size.tsx'
import { SavedCheckbox } from '../parts/form/saved-checkbox.tsx'
import { LoadError } from '../parts/loaded.tsx'
import { Problem } from '../parts/notice.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { EntryLink } from '../parts/text/entry-link.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { Time } from '../parts/text/time.tsx'
import { placeName } from './search.ts'
import type { Classification } from './use-pull-keys.ts'

type Pull = DataOf<typeof pullQuery>

interface Props {
  pull: string
  moves: Moving
  onBack: () => void
  onDecide: (decision: Decision) => void
}

/** A pull request: its classification with the reasons, and the actions on it. */
export function PullDetail({ pull, moves, onBack, onDecide }: Props) {
  const { may } = useAccount()
  const { data, error, refetch } = useAccountQuery(account => pullQuery(account, pull))
  const classify = (classification: Classification) =>
    onDecide({ action: 'pull classify', ...classification })
  return (
    <article className="flex min-h-full flex-col gap-6 px-5 pb-20 lower:pb-4 md:px-8 md:pt-6 md:pb-0 xl:px-12">
      <ItemHeader actions={moves} onBack={onBack} />
      <div className="-mb-3 flex min-h-8 flex-wrap items-center gap-x-4 text-quiet max-md:-mt-3">
        {data?.decision && <KindAndSize {...data.decision} onPick={may('writer') ? classify : null} />}
        {data && <Place pull={data} />}
      </div>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && <CopyLoading title="" />}
      {data && (
        <>
          <h2 dir="auto" className="max-w-text text-xl font-semibold text-balance wrap-anywhere">
            <Headline title={data.title} />
          </h2>
          {data.decision && <Why decision={data.decision} before={data.before} url={data.url} isOpen />}
          {data.record && <Merge pull={data.record} isOnly isTitleShown={false} isOpen />}
          <Actions pull={data} moves={moves} onClassify={classify} />
        </>
      )}
    </article>
  )
}

/** Its place in the ledger, and when it was announced elsewhere. */
const Place = ({ pull }: { pull: Pull }) => (
  <p>
    {placeName(pull)}
    {pull.promoted_at !== null && (
      <>
        {' '}
        · announced <Time at={pull.promoted_at} />
      </>
    )}
  </p>
)

interface ActionsProps extends Pick<Props, 'moves'> {
  pull: Pull
  onClassify: (classification: Classification) => void
}

/** Whether customers see it, and what else can be done with it. */
function Actions({ pull: { id, place, decision, entry_id, promoted_at }, moves, onClassify }: ActionsProps) {
  const { may } = useAccount()
  const drafting = useChange(act => act('pull draft', { id }))
  const canWrite = may('writer')
  if (!canWrite && entry_id === null) return null
  const isWithheld = decision?.visibility === 'internal'
  const isCertain = place === 'reverted' || decision?.confidence !== 'low'
  return (
    <ActionToolbar label="Actions" moves={moves}>
      {entry_id && (
        <EntryLink entry={entry_id} className={buttonClass(isWithheld ? 'ghost' : 'secondary')}>
          Open its entry
        </EntryLink>
      )}
      {canWrite && place === 'history' && (
        <Button variant="primary" change={drafting}>
          Show to customers
        </Button>
      )}
      {canWrite && isWithheld && (
        <Button
          variant={isCertain ? 'secondary' : 'primary'}
          onClick={() => onClassify({ visibility: 'user-facing' })}
        >
          Show to customers
        </Button>
      )}
      {canWrite && decision && !isWithheld && (
        <Button variant="ghost" onClick={() => onClassify({ visibility: 'internal' })}>
          Not for customers
        </Button>
      )}
      {canWrite && entry_id === null && (
        <SavedCheckbox
          label="Announced elsewhere"
          checked={promoted_at !== null}
          send={(act, is) => act('pull promoted', { id, ...(!is && { clear: true }) })}
        />
      )}
      <Problem error={drafting.error} />
      <KeyLine>{isWithheld ? '? all keys' : 'i not for customers · ? all keys'}</KeyLine>
    </ActionToolbar>
  )
}
