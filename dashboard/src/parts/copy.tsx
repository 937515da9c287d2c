import { useState } from 'react'
import { Button } from './button.tsx'

/** A text that is to be taken elsewhere, with one button for it. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  return (
    <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
      <code className="rounded-md bg-floating px-3 py-2 font-mono text-s break-all ring-1 ring-line select-all">
        {text}
      </code>
      <Button onClick={() => void copy()} aria-label={label}>
        {outcome === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <p role="status" className="text-s text-quiet empty:hidden">
        {outcome === 'failed' ? 'Your browser blocked copying. Select the text and copy it manually.' : ''}
      </p>
    </div>
  )
}
