import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { entryQuery, queueQuery } from '../api/entry-queries.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { useAccount } from '../frame/use-account.ts'
import type { InboxRow } from '../inbox/queries.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { LoadError } from '../parts/page.tsx'
import { Copy, CopyLoading } from '../parts/text/entry-copy.tsx'
import { Time } from '../parts/text/time.tsx'
import { draftsQuery } from './queries.ts'

interface Props {
  /** An entry is published already, so that this step can be passed over. */
  hasPublished: boolean
  onDone: () => void
}

/** The newest drafts one by one, as customers would read them, until one is published. */
export function PublishStep({ hasPublished, onDone }: Props) {
  const { id: account } = useAccount()
  const { data, error, refetch } = useQuery(draftsQuery(account))
  const { data: queue } = useQuery(queueQuery(account))
  const [at, setAt] = useState(0)
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (queue?.entries.some(({ immediate }) => immediate)) return <Going />
  if (!data) return <CopyLoading title="" />
  const row = data[at % Math.max(1, data.length)]
  const skip = hasPublished && (
    <Button variant="ghost" onClick={onDone}>
      Continue without
    </Button>
  )
  if (!row?.id) return <NoDraft>{skip}</NoDraft>
  return (
    <Draft
      key={row.id}
      row={row}
      id={row.id}
      onAnother={data.length > 1 ? () => setAt(at + 1) : null}
      onDone={onDone}
    >
      {skip}
    </Draft>
  )
}

const Going = () => (
  <p role="status" className="text-pretty">
    It goes out in a few seconds. Until then you can undo it.
  </p>
)

function NoDraft({ children }: { children: ReactNode }) {
  const { id: account } = useAccount()
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-[64ch] text-pretty text-quiet">
        There is no draft to publish. New merges that customers would notice become drafts by themselves;
        those that need words wait in the{' '}
        <Link to="/$account/inbox" params={{ account }} className="text-accent underline">
          inbox
        </Link>
        .
      </p>
      {children}
    </div>
  )
}

interface DraftProps {
  row: InboxRow
  id: string
  onAnother: (() => void) | null
  onDone: () => void
  /** Further buttons. */
  children: ReactNode
}

function Draft({ row, id, onAnother, onDone, children }: DraftProps) {
  const { id: account, may } = useAccount()
  const { data } = useQuery(entryQuery(account, id))
  const { decide } = useDecisions()
  const [isBusy, setBusy] = useState(false)
  const publish = async () => {
    setBusy(true)
    await decide([{ id, version: data?.entry.version ?? row.version }], { transition: 'publish' })
    onDone()
    setBusy(false)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-3 rounded-md bg-floating p-5 ring-1 ring-line">
        {data ? (
          <Copy title={data.content.title} html={data.content.html} />
        ) : (
          <CopyLoading title={row.title} />
        )}
        <p className="text-s text-quiet wrap-anywhere">
          {row.repo}
          {row.number !== null && ` #${row.number}`} · merged <Time at={row.mergedAt} />
        </p>
      </div>
      {!may('publisher') && <p className="text-quiet">Publishers and owners can publish it.</p>}
      <div className="flex flex-wrap gap-2">
        {may('publisher') && (
          <Button variant="primary" busy={isBusy} disabled={!data} onClick={() => void publish()}>
            Publish
          </Button>
        )}
        {may('writer') && (
          <Link
            to="/$account/entries/$entry"
            params={{ account, entry: id }}
            className={buttonClass('secondary')}
          >
            {may('publisher') ? 'Edit first' : 'Edit'}
          </Link>
        )}
        {onAnother && <Button onClick={onAnother}>Show another</Button>}
        <Link to="/$account/inbox" params={{ account }} className={buttonClass('ghost')}>
          Open the inbox
        </Link>
        {children}
      </div>
    </div>
  )
}
