import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from '../../api/client.ts'
import { type EntryDetail, entryQuery } from '../../api/entry-queries.ts'
import { named } from '../../decisions/decision.ts'
import { showStored } from '../../decisions/rows.ts'
import { undoOf } from '../../decisions/undo-events.ts'
import { areKeysOn } from '../../frame/keys.ts'
import { toasts } from '../../frame/toasts.tsx'
import { useAccount, useAccountQuery } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { Key, KeyCap } from '../../parts/key.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Headline } from '../../parts/text/headline.tsx'
import { useWindowEvent } from '../../parts/use-window-event.ts'

const VARIANTS = [
  { variant: 'shorter', name: 'Shorter' },
  { variant: 'plainer', name: 'Plainer' },
  { variant: 'story', name: 'With the story' },
] as const

type Variant = (typeof VARIANTS)[number]['variant']

interface Props {
  entry: string
  onClose: () => void
}

/** Three other wordings of an entry, or of an edition's opening, by the writer. Nothing changes until the person chooses one. */
export function OtherWords({ entry, onClose }: Props) {
  const { data } = useAccountQuery(account => entryQuery(account, entry))
  return (
    <Dialog
      title={data?.entry.origin === 'edition' ? 'Other words for the opening' : 'Other words'}
      onClose={onClose}
      className="w-[min(640px,calc(100vw-32px))]!"
    >
      {data && <Choice detail={data} onClose={onClose} />}
    </Dialog>
  )
}

function Choice({ detail, onClose }: { detail: EntryDetail; onClose: () => void }) {
  const { entry, texts } = detail
  const { proposed, take } = useProposals(entry, onClose)
  const { data, error, isFetching, refetch } = proposed
  const choose = (variant: Variant) => {
    const words = data?.proposals.find(one => one.variant === variant)
    if (!take.isPending && words) take.mutate({ variant, title: words.title, body: words.body })
  }
  useWindowEvent('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    const { variant } = VARIANTS[Number(key) - 1] ?? {}
    if (variant && areKeysOn() && !ctrlKey && !metaKey && !altKey) choose(variant)
  })
  const failure = take.error ?? (isFetching ? null : error)
  return (
    <>
      <p className="text-quiet">
        {texts.difference ? 'Replaces your words' : 'Replaces the words'}
        {entry.state === 'published' && ', also for readers'}. You can undo it.
      </p>
      {failure && <p role="alert">{failure.message}</p>}
      {!(error && !isFetching) && (
        <ol className="grid gap-3" aria-busy={!data}>
          {VARIANTS.map(({ variant, name }, at) => (
            <li key={variant} className="grid min-h-24">
              {data ? (
                <Proposed
                  name={name}
                  position={at + 1}
                  isTitleShown={entry.origin !== 'edition'}
                  words={data.proposals.find(one => one.variant === variant)}
                  fault={data.faults.find(one => one.variant === variant)?.fault}
                  isBusy={take.isPending}
                  onChoose={() => choose(variant)}
                />
              ) : (
                <ProposedLoading name={name} />
              )}
            </li>
          ))}
        </ol>
      )}
      <div className="flex justify-end gap-2">
        {error && !isFetching && <Button onClick={() => void refetch()}>Try again</Button>}
        <Button onClick={onClose}>
          Cancel <Key>esc</Key>
        </Button>
      </div>
    </>
  )
}

/**
 * The proposals for the entry's words when they were requested, and how to take one. Each request costs something, so none is sent twice.
 */
function useProposals({ id: entry, version }: EntryDetail['entry'], onTaken: () => void) {
  const [seen] = useState(version)
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const proposed = useQuery({
    queryKey: ['variants', account, entry, seen],
    queryFn: () => act(account, 'entry vary', { id: entry, seen }),
    retry: false,
    staleTime: 'static',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const take = useMutation({
    mutationFn: (words: { variant: Variant; title: string; body: string }) =>
      act(account, 'entry take-variant', { id: entry, seen, ...words }),
    onSuccess: ({ entry: taken, change }) => {
      showStored(queries, account, taken)
      toasts.show(named('Other words', taken.title), undoOf(change))
      onTaken()
    },
  })
  return { proposed, take }
}

interface ProposedProps {
  name: string
  position: number
  isTitleShown: boolean
  words: { title: string; body: string } | undefined
  fault: string | undefined
  isBusy: boolean
  onChoose: () => void
}

const cardClass = 'grid content-start gap-1 rounded-md border p-4 text-left'

function Proposed({ name, position, isTitleShown, words, fault, isBusy, onChoose }: ProposedProps) {
  if (!words)
    return (
      <div className={`${cardClass} border-line/60 text-quiet`}>
        <p className="text-s">{name}</p>
        <p>The writer's words could not be used, because they {fault ?? 'are missing'}.</p>
      </div>
    )
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={onChoose}
      className={`${cardClass} border-rim hover:border-edge hover:bg-raised aria-disabled:opacity-60`}
    >
      <span className="flex items-center justify-between text-s text-quiet">
        {name} <KeyCap>{String(position)}</KeyCap>
      </span>
      {isTitleShown && (
        <span dir="auto" className="font-serif text-l font-semibold wrap-anywhere">
          <Headline title={words.title} />
        </span>
      )}
      {words.body && (
        <span dir="auto" className="font-serif whitespace-pre-wrap wrap-anywhere">
          {words.body}
        </span>
      )}
    </button>
  )
}

const ProposedLoading = ({ name }: { name: string }) => (
  <div role="status" aria-label={`${name}: loading`} className={`${cardClass} border-line/60`}>
    <p className="text-s text-quiet">{name}</p>
    <div className="h-5 w-3/5 rounded-md bg-raised" />
    <div className="h-4 w-11/12 rounded-md bg-raised" />
  </div>
)
