import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Progress } from '../parts/progress.tsx'
import { Select } from '../parts/select.tsx'
import { Time } from '../parts/time.tsx'
import type { Source } from './queries.ts'
import { SPANS, type Span, sinceOf } from './spans.ts'

/** How far the reading of earlier merges has come, and a way to begin it. */
export function BackfillStatus({ source }: { source: Source }) {
  const { may } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const { backfill } = source
  const isRunning = backfill?.state === 'running'
  return (
    <div className="grid gap-2">
      {backfill && (
        <p role="status" className="text-quiet text-pretty">
          {sentenceOf(backfill)}
          {backfill.delay && (
            <>
              {' '}
              It continues <Time at={backfill.delay.until} />: {backfill.delay.why}
            </>
          )}
        </p>
      )}
      {isRunning && <Progress label={`Reading the history of ${source.repo}`} done={0} total={null} />}
      {may('owner') && !isRunning && source.state === 'active' && (
        <div>
          <Button variant="ghost" className="-ml-4" onClick={() => setOpen(true)}>
            {backfill?.state === 'failed' ? 'Try again to read earlier merges' : 'Read earlier merges'}
          </Button>
        </div>
      )}
      {isOpen && <BackfillDialog source={source} onClose={() => setOpen(false)} />}
    </div>
  )
}

function sentenceOf({ state, seen, recorded, userFacing, detail }: NonNullable<Source['backfill']>): string {
  const found = `${seen} merges, ${recorded} of them new, ${userFacing} for customers`
  if (state === 'running') return `Reading earlier merges: ${found} so far. You can leave this page.`
  if (state === 'failed')
    return `Reading earlier merges stopped after ${found}: ${detail ?? 'it failed'}. What was read is kept.`
  return `Earlier merges were read: ${found}.`
}

function BackfillDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const [span, setSpan] = useState<Span>('90')
  const [drafts, setDrafts] = useState(true)
  const begin = useMutation({
    mutationFn: () => {
      const param = { account, source: source.id }
      const json = { since: sinceOf(span), drafts }
      return call(api.accounts[':account'].sources[':source'].backfill.$post({ param, json }))
    },
    onSuccess: onClose,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['sources', account] }),
  })
  return (
    <Dialog title={`Read earlier merges of ${source.repo}`} onClose={onClose}>
      <p className="text-quiet text-pretty">
        Nothing is published. It goes on when you leave the page, and after a restart of the server.
      </p>
      <Form verb="Read merges" onSend={() => begin.mutate()} busy={begin.isPending} error={begin.error}>
        <Select label="How far back" value={span} options={SPANS} onPick={setSpan} />
        <Checkbox
          label="Make drafts"
          hint="Otherwise they are only listed under Pull requests."
          checked={drafts}
          onChange={setDrafts}
        />
      </Form>
    </Dialog>
  )
}
