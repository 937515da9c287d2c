import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { type RunOf, runsOf, runsQuery } from '../runs/queries.ts'
import { RunStatus } from '../runs/run-status.tsx'
import { PastChoice } from './past.tsx'
import type { Source } from './queries.ts'
import { SPANS, type Span, sinceOf } from './spans.ts'

/** The last import of earlier merges of a source; null if there was none. */
function useBackfill(source: Source): RunOf<'backfill'> | null {
  const { id: account } = useAccount()
  const { data } = useQuery(runsQuery(account))
  return runsOf(data ?? [], 'backfill').find(({ subject }) => subject === source.id) ?? null
}

/** The progress of the import of earlier merges. */
export function BackfillStatus({ source }: { source: Source }) {
  const backfill = useBackfill(source)
  return backfill && <RunStatus run={backfill} />
}

/** Asks how far back to import, and starts the import. */
export function BackfillButton({ source }: { source: Source }) {
  const [isOpen, setOpen] = useState(false)
  const backfill = useBackfill(source)
  if (backfill?.state === 'running' || source.state !== 'active') return null
  return (
    <>
      <Button aria-label={`Import earlier merges of ${source.repo}`} onClick={() => setOpen(true)}>
        Import
      </Button>
      {isOpen && <BackfillDialog source={source} onClose={() => setOpen(false)} />}
    </>
  )
}

function BackfillDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { id: account } = useAccount()
  const [span, setSpan] = useState<Span>('90')
  const [past, setPast] = useState<'history' | 'month' | 'drafts'>('month')
  const begin = useChange(
    ['runs'],
    () => act(account, 'source backfill', { id: source.id, since: sinceOf(span), past }),
    onClose,
  )
  return (
    <Dialog title={`Import earlier merges of ${source.repo}`} onClose={onClose}>
      <p className="text-quiet text-pretty">
        Nothing is published. The import continues when you leave the page.
      </p>
      <Form verb="Import" onCancel={onClose} change={begin}>
        <Select label="How far back" value={span} options={SPANS} onPick={setSpan} />
        <PastChoice value={past} choices={['month', 'history', 'drafts']} onPick={setPast} />
      </Form>
    </Dialog>
  )
}
