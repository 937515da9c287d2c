import { useChange } from '../api/use-change.ts'
import { useAccountQuery } from '../frame/use-account.ts'
import { Form, useFields } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { DialogButton } from '../parts/overlay/dialog-button.tsx'
import { type RunOf, runsOf, runsQuery } from '../runs/queries.ts'
import { RunStatus } from '../runs/run-status.tsx'
import { PastChoice } from './past.tsx'
import type { Source } from './queries.ts'
import { SPANS, type Span, sinceOf } from './spans.ts'

/** The last import of earlier merges of a source; null if there was none. */
function useBackfill(source: Source): RunOf<'backfill'> | null {
  const { data } = useAccountQuery(runsQuery)
  return runsOf(data ?? [], 'backfill').find(({ subject }) => subject === source.id) ?? null
}

/** The progress of the import of earlier merges. */
export function BackfillStatus({ source }: { source: Source }) {
  const backfill = useBackfill(source)
  return backfill && <RunStatus run={backfill} />
}

/** Asks how far back to import, and starts the import. */
export function BackfillButton({ source }: { source: Source }) {
  const backfill = useBackfill(source)
  if (backfill?.state === 'running' || source.state !== 'active') return null
  const label = `Import earlier merges of ${source.repo}`
  return (
    <DialogButton verb="Import" label={label}>
      {close => <BackfillForm source={source} onClose={close} />}
    </DialogButton>
  )
}

function BackfillForm({ source, onClose }: { source: Source; onClose: () => void }) {
  const { values, pick } = useFields<{ span: Span; past: 'history' | 'month' | 'drafts' }>({
    span: '90',
    past: 'month',
  })
  const begin = useChange(
    act => act('source backfill', { id: source.id, since: sinceOf(values.span), past: values.past }),
    onClose,
  )
  return (
    <>
      <p className="text-quiet text-pretty">
        Nothing is published. The import continues when you leave the page.
      </p>
      <Form verb="Import" onCancel={onClose} change={begin}>
        <Select label="How far back" options={SPANS} {...pick('span')} />
        <PastChoice choices={['month', 'history', 'drafts']} {...pick('past')} />
      </Form>
    </>
  )
}
