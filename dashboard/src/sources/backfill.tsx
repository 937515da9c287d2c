import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Bar } from '../parts/progress.tsx'
import { Time } from '../parts/text/time.tsx'
import { counted } from '../text.ts'
import { PastChoice } from './past.tsx'
import type { Source } from './queries.ts'
import { SPANS, type Span, sinceOf } from './spans.ts'

/** How far the import of earlier merges has come. */
export function BackfillStatus({ source }: { source: Source }) {
  const { backfill } = source
  if (!backfill) return null
  return (
    <div className="grid gap-2">
      <p role="status" className="text-quiet text-pretty">
        {sentenceOf(backfill)}
        {backfill.delay && (
          <>
            {' '}
            It continues <Time at={backfill.delay.until} />: {backfill.delay.why}
          </>
        )}
      </p>
      {backfill.state === 'running' && (
        <Bar label={`Import of earlier merges of ${source.repo}`} done={0} total={null} />
      )}
    </div>
  )
}

/** Asks how far back to import, and begins. */
export function BackfillButton({ source }: { source: Source }) {
  const [isOpen, setOpen] = useState(false)
  if (source.backfill?.state === 'running' || source.state !== 'active') return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {source.backfill?.state === 'failed' ? 'Retry importing earlier merges' : 'Import earlier merges'}
      </Button>
      {isOpen && <BackfillDialog source={source} onClose={() => setOpen(false)} />}
    </>
  )
}

function sentenceOf({ state, seen, recorded, userFacing, detail }: NonNullable<Source['backfill']>): string {
  const found = `${counted(seen, 'merge', 'merges')}: ${recorded.toLocaleString()} new, ${userFacing.toLocaleString()} for customers`
  if (state === 'running') return `Importing earlier merges. So far ${found}. You can leave this page.`
  if (state === 'failed')
    return `Importing earlier merges stopped after ${found}. ${detail ?? 'The reason is in the log.'} What was imported is kept.`
  return `Earlier merges are imported. ${found}.`
}

function BackfillDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const [span, setSpan] = useState<Span>('90')
  const [past, setPast] = useState<'history' | 'month' | 'drafts'>('month')
  const begin = useMutation({
    mutationFn: () => {
      const param = { account, source: source.id }
      const json = { since: sinceOf(span), past }
      return call(api.accounts[':account'].sources[':source'].backfill.$post({ param, json }))
    },
    onSuccess: onClose,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['sources', account] }),
  })
  return (
    <Dialog title={`Import earlier merges of ${source.repo}`} onClose={onClose}>
      <p className="text-quiet text-pretty">
        Nothing is published. The import continues when you leave the page.
      </p>
      <Form
        verb="Import merges"
        onCancel={onClose}
        onSend={() => begin.mutate()}
        busy={begin.isPending}
        error={begin.error}
      >
        <Select label="How far back" value={span} options={SPANS} onPick={setSpan} />
        <PastChoice value={past} choices={['history', 'month', 'drafts']} onPick={setPast} />
      </Form>
    </Dialog>
  )
}
