import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { LedgerPlace } from '#changelog/ledger/places.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { pullQuery } from '../api/entry-queries.ts'
import type { DataOf } from '../api/queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { useAccount } from '../frame/use-account.ts'
import { Merge } from '../inbox/merge.tsx'
import { Why } from '../inbox/why.tsx'
import { Button, buttonClass } from '../parts/button.tsx'
import { namedOptions, optionsOf } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/notice.tsx'
import { LoadError } from '../parts/page.tsx'
import { CopyLoading } from '../parts/text/entry-copy.tsx'
import { KindGlyph, Magnitude } from '../parts/text/kind.tsx'
import { Time } from '../parts/text/time.tsx'
import { PLACE_NAMES } from './search.ts'
import type { Classification } from './use-pull-keys.ts'

type Pull = DataOf<typeof pullQuery>
type Judged = NonNullable<Pull['decision']>

const VISIBILITIES: Record<Judged['visibility'], string> = {
  'user-facing': 'For customers',
  internal: 'Not for customers',
}

interface Props {
  pull: string
  onBack: () => void
  onDecide: (decision: Decision) => void
}

/** A pull request: its place, its classification with the reasons, and a way to correct it. */
export function PullDetail({ pull, onBack, onDecide }: Props) {
  const { id: account } = useAccount()
  const { data, error, refetch } = useQuery(pullQuery(account, pull))
  if (error && !data)
    return (
      <div className="p-6">
        <LoadError error={error} onRetry={refetch} />
      </div>
    )
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 px-6 py-4">
      <Button variant="ghost" className="-ml-2 justify-self-start px-2! md:hidden" onClick={onBack}>
        <Icon name="back" /> Merges
      </Button>
      {!data && <CopyLoading title="" />}
      {data && (
        <>
          <div className="grid gap-2">
            <h2 dir="auto" className="max-w-text text-xl font-semibold text-balance wrap-anywhere">
              {data.title}
            </h2>
            <Place pull={data} onDecide={onDecide} />
          </div>
          {data.decision && <Judgement decision={data.decision} onDecide={onDecide} />}
          {data.decision && <Why decision={data.decision} before={data.before} url={data.url} />}
          {data.record && <Merge pull={data.record} isOnly isTitleShown={false} />}
        </>
      )}
    </article>
  )
}

interface PlaceProps extends Pick<Props, 'onDecide'> {
  pull: Pull
}

/** The place in the ledger, the entry, and whether the pull request was announced. */
function Place({ pull: { id, place, decision, entry_id, promoted_at }, onDecide }: PlaceProps) {
  const { id: account, may } = useAccount()
  const promotion = useMutation({
    mutationFn: (promoted: boolean) =>
      act(account, 'pull promoted', { id, ...(!promoted && { clear: true }) }),
    onSettled: () => entriesChanged(account, [id], { except: ['inbox'] }),
  })
  const drafting = useMutation({
    mutationFn: () => act(account, 'pull draft', { id }),
    onSettled: () => entriesChanged(account, [id]),
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-quiet">
          {PLACE_NAMES[place as LedgerPlace]}
          {promoted_at !== null && (
            <>
              {' '}
              · announced <Time at={promoted_at} />
            </>
          )}
        </p>
        {entry_id && (
          <Link
            to="/$account/entries/$entry"
            params={{ account, entry: entry_id }}
            className={buttonClass('secondary')}
          >
            Open its entry
          </Link>
        )}
        {may('writer') && entry_id === null && decision?.visibility === 'internal' && (
          <Button
            variant="primary"
            onClick={() => onDecide({ action: 'pull classify', visibility: 'user-facing' })}
          >
            Show to customers
          </Button>
        )}
        {may('writer') && place === 'history' && (
          <Button busy={drafting.isPending} onClick={() => drafting.mutate()}>
            Create a draft
          </Button>
        )}
        {may('writer') && entry_id === null && (
          <Button
            variant="tertiary"
            busy={promotion.isPending}
            onClick={() => promotion.mutate(promoted_at === null)}
          >
            {promoted_at === null ? 'Mark as announced elsewhere' : 'Mark as not announced'}
          </Button>
        )}
      </div>
      <Problem error={promotion.error ?? drafting.error} />
    </div>
  )
}

interface JudgementProps {
  decision: Judged
  onDecide: Props['onDecide']
}

/** The classification: as fields for people who may correct it, otherwise in words. */
function Judgement({ decision, onDecide }: JudgementProps) {
  const { may } = useAccount()
  const { visibility, kind, magnitude } = decision
  const classify = (classification: Classification) =>
    onDecide({ action: 'pull classify', ...classification })
  if (!may('writer'))
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>{VISIBILITIES[visibility]}</span>
        <span className="flex items-center gap-1.5">
          <KindGlyph kind={kind} /> <span aria-hidden="true">{KIND_FACES[kind].word}</span>
        </span>
        <Magnitude value={magnitude} isWordShown />
      </p>
    )
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <Select
        label="Visibility"
        value={visibility}
        options={namedOptions(VISIBILITIES)}
        onPick={visibility => classify({ visibility })}
      />
      <Select
        label="Kind"
        value={kind}
        options={KINDS.map(kind => ({ value: kind, label: KIND_FACES[kind].word }))}
        onPick={kind => classify({ kind })}
      />
      <Select
        label="Magnitude"
        value={magnitude}
        options={optionsOf(MAGNITUDES)}
        onPick={magnitude => classify({ magnitude })}
      />
    </div>
  )
}
