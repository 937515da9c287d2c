import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { publishPast } from '../../api/publish-past.ts'
import { PageLink, useAccount } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/notice.tsx'
import { ask } from '../../parts/overlay/confirm.tsx'
import { Headline } from '../../parts/text/headline.tsx'
import { KindGlyph } from '../../parts/text/kind.tsx'
import { Prose } from '../../parts/text/prose.tsx'
import { Time } from '../../parts/text/time.tsx'
import { counted } from '../../text.ts'
import type { Past, PastMerge } from '../queries.ts'
import { Doubts } from '../told-merge.tsx'

interface Props {
  past: Past
  onDone: () => void
}

/**
 * The merges to look through: first those that are ticked, then those that a person should read first. Only
 * ticked merges that are shown are published.
 */
export function PastList({ past: { merges, total }, onDone }: Props) {
  const { id: account } = useAccount()
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(merges.filter(({ isDoubtful }) => isDoubtful).map(({ pullId }) => pullId)),
  )
  const chosen = merges.filter(({ pullId }) => !left.has(pullId))
  const approve = useMutation({
    mutationFn: () => publishPast(account, chosen),
    onSuccess: onDone,
  })
  const makeSure = async () => {
    const title = `Publish ${counted(chosen.length, 'entry', 'entries')}?`
    const text =
      'Readers see them at once, each with the date of its merge. You can take them all back with z.'
    if (await ask({ title, verb: 'Publish', text })) approve.mutate()
  }
  const toggle = (id: string) =>
    setLeft(before =>
      before.has(id) ? new Set([...before].filter(one => one !== id)) : new Set([...before, id]),
    )
  const tickAll = (those: readonly PastMerge[]) =>
    setLeft(before => before.difference(new Set(those.map(({ pullId }) => pullId))))
  const sure = merges.filter(({ isDoubtful }) => !isDoubtful)
  const doubtful = merges.filter(({ isDoubtful }) => isDoubtful)
  const rowsOf = (those: readonly PastMerge[]) => (
    <ul>
      {those.map(merge => (
        <Row key={merge.pullId} merge={merge} isLeft={left.has(merge.pullId)} onToggle={toggle} />
      ))}
    </ul>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="max-w-text text-quiet text-pretty">
        {merges.length < total && `These are ${merges.length} of ${total.toLocaleString()}. `}
        {sure.length > 0
          ? 'Untick what is not to be published. Those that a person should read first are at the end, with the reason; tick the ones you want.'
          : 'Tick the ones to be published. Below each is why a person should read it first.'}{' '}
        Nothing is posted to social networks.
      </p>
      <div className="relative max-h-[420px] overflow-y-auto rounded-md ring-1 ring-line">
        {rowsOf(sure)}
        {doubtful.length > 0 && (
          <div className="flex items-center justify-between gap-3 border-t border-line/60 bg-raised px-3 py-1.5 first:border-t-0">
            <h4 className="font-semibold">{doubtful.length.toLocaleString()} to read first</h4>
            <Button aria-label="Select all to read first" onClick={() => tickAll(doubtful)}>
              Select
            </Button>
          </div>
        )}
        {rowsOf(doubtful)}
      </div>
      <Problem error={approve.error} />
      <div>
        <Button
          variant="primary"
          busy={approve.isPending}
          disabled={chosen.length === 0}
          onClick={() => void makeSure()}
        >
          Publish {counted(chosen.length, 'entry', 'entries')}…
        </Button>
      </div>
    </div>
  )
}

interface RowProps {
  merge: PastMerge
  isLeft: boolean
  onToggle: (id: string) => void
}

function Row({ merge, isLeft, onToggle }: RowProps) {
  const { pullId, title, html, kind, mergedAt } = merge
  return (
    <li className="flex min-h-12 items-start gap-3 border-t border-line/60 px-3 py-3 first:border-t-0">
      <input
        type="checkbox"
        aria-label={`Publish ${title}`}
        checked={!isLeft}
        onChange={() => onToggle(pullId)}
        className="relative size-4 shrink-0 before:absolute before:-inset-3.5 before:content-['']"
      />
      <KindGlyph kind={kind} />
      <div dir="auto" className="grid min-w-0 flex-1 gap-1 wrap-anywhere">
        {html === '' ? (
          <span className="font-semibold">
            <Headline title={title} />
          </span>
        ) : (
          <details>
            <summary className="cursor-pointer rounded-md font-semibold">
              <Headline title={title} />
            </summary>
            <Prose html={html} />
          </details>
        )}
        <Doubts merge={merge} />
      </div>
      <PageLink
        to="/$account/merges"
        search={{ pull: pullId }}
        aria-label={`Why: ${title}`}
        className="shrink-0 rounded-md text-s text-quiet underline hover:text-ink"
      >
        Why
      </PageLink>
      <span className="shrink-0 text-s text-quiet">
        <Time at={mergedAt} />
      </span>
    </li>
  )
}
