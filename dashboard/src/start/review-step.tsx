import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { useAccount } from '../frame/use-account.ts'
import type { InboxRow } from '../inbox/queries.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { LoadError } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Time } from '../parts/text/time.tsx'
import { foundFor } from '../sources/found.ts'
import { counted } from '../text.ts'
import { approvableQuery, type StartFacts } from './queries.ts'

interface Props {
  facts: StartFacts
  onDone: () => void
}

/** What customers would notice, and the drafts that are certain enough to be approved as one list. */
export function ReviewStep({ facts, onDone }: Props) {
  const { id: account } = useAccount()
  const { data, error, refetch } = useQuery(approvableQuery(account))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <p className="text-xl text-balance">{foundFor(facts.customers, facts.announcedElsewhere)}.</p>
        <p className="text-quiet text-pretty">
          Of {counted(facts.merges, 'merge', 'merges')}, customers would not notice{' '}
          {(facts.merges - facts.customers).toLocaleString()}.{' '}
          <Link to="/$account/pulls" params={{ account }} className="text-accent underline">
            See all, with the reasons
          </Link>
        </p>
      </div>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <RowsLoading label="Loading the drafts" />}
      {data && data.total > 0 && <Approval rows={data.items} total={data.total} onDone={onDone} />}
      {data && <Rest facts={facts} certain={data.total} onDone={onDone} />}
    </div>
  )
}

function Rest({ facts, certain, onDone }: Props & { certain: number }) {
  const fresh = facts.customers - facts.announcedElsewhere
  if (fresh === 0)
    return (
      <p className="max-w-[64ch] text-quiet text-pretty">
        There is nothing new to tell yet. The next merge that customers would notice becomes a draft in the
        inbox by itself.
      </p>
    )
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-[64ch] text-quiet text-pretty">
        {certain === 0
          ? 'None of them is certain enough to be published unread. They wait in the inbox as drafts; publish one to see how it looks.'
          : 'The others wait in the inbox as drafts.'}
      </p>
      <Button variant={certain === 0 ? 'primary' : 'secondary'} onClick={onDone}>
        {certain === 0 ? 'Continue' : 'Leave all as drafts'}
      </Button>
    </div>
  )
}

interface ApprovalProps {
  rows: readonly InboxRow[]
  total: number
  onDone: () => void
}

/** The list to approve. Only what is shown and ticked is published. */
function Approval({ rows, total, onDone }: ApprovalProps) {
  const { id: account, may } = useAccount()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => id !== null && !left.has(id))
  const approve = useMutation({
    mutationFn: async () => {
      const items = chosen.flatMap(({ id, version }) =>
        id !== null && version !== null ? [{ id, seen: version }] : [],
      )
      const result = await call(
        api.accounts[':account'].start.approve.$post({ param: { account }, json: { items } }),
      )
      const [first] = result.failed
      if (first)
        throw new Error(`${result.failed.length} of ${items.length} were not published. ${first.detail}`)
    },
    onSuccess: onDone,
    onSettled: () => entriesChanged(account),
  })
  const toggle = (id: string) =>
    setLeft(before =>
      before.has(id) ? new Set([...before].filter(one => one !== id)) : new Set([...before, id]),
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-1">
        <h3 className="font-semibold">High confidence</h3>
        <p className="max-w-[64ch] text-quiet text-pretty">
          {rows.length < total && `These are the newest ${rows.length} of ${total}. `}
          {may('publisher')
            ? 'Approve them as one list: they are published with the dates of their merges. Untick what you want to read first.'
            : 'Publishers and owners can approve them as one list.'}
        </p>
      </div>
      <ul className="max-h-[420px] overflow-y-auto rounded-md ring-1 ring-line">
        {rows.map(row => (
          <ApprovalRow key={row.id} row={row} isLeft={left.has(row.id ?? '')} onToggle={toggle} />
        ))}
      </ul>
      <Problem error={approve.error} />
      {may('publisher') && (
        <div>
          <Button
            variant="primary"
            busy={approve.isPending}
            disabled={chosen.length === 0}
            onClick={() => approve.mutate()}
          >
            {chosen.length === total ? `Approve all ${total}` : `Approve ${chosen.length} of ${total}`}
          </Button>
        </div>
      )}
    </div>
  )
}

function ApprovalRow({
  row,
  isLeft,
  onToggle,
}: {
  row: InboxRow
  isLeft: boolean
  onToggle: (id: string) => void
}) {
  const { id: account, may } = useAccount()
  const id = row.id ?? ''
  return (
    <li className="flex min-h-12 items-center gap-3 border-t border-line/60 px-3 py-1.5 first:border-t-0">
      {may('publisher') && (
        <input
          type="checkbox"
          aria-label={`Approve ${row.title}`}
          checked={!isLeft}
          onChange={() => onToggle(id)}
          className="relative size-4 shrink-0 accent-accent before:absolute before:-inset-3.5 before:content-['']"
        />
      )}
      <KindGlyph kind={row.kind} />
      <Link
        to="/$account/entries/$entry"
        params={{ account, entry: id }}
        dir="auto"
        className="min-w-0 flex-1 rounded-md font-semibold wrap-anywhere hover:underline"
      >
        <Headline title={row.title} />
      </Link>
      <span className="shrink-0 text-s text-quiet">
        <Time at={row.mergedAt} style="narrow" />
      </span>
    </li>
  )
}
