import { useEffect, useState } from 'react'
import type { Queue } from '../api/entry-queries.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Headline } from '../parts/text/headline.tsx'

/** An entry that goes out in some seconds, with a countdown and a button that stops it. */
export function Going({ entry }: { entry: Queue['entries'][number] }) {
  const { id, version, title, queuedFor } = entry
  const { may } = useAccount()
  const { decide } = useDecisions()
  const seconds = useSecondsUntil(queuedFor ?? 0)
  return (
    <div className="grid justify-items-start gap-3 rounded-md bg-floating p-5 ring-1 ring-line">
      <h3 dir="auto" className="font-serif text-xl font-semibold text-balance wrap-anywhere">
        <Headline title={title} />
      </h3>
      <p role="status" className="sr-only">
        It goes out in a few seconds. Until then you can undo it.
      </p>
      <p aria-hidden="true" className="tabular-nums">
        {seconds > 0 ? `Goes out in ${seconds} s.` : 'Going out…'}
      </p>
      {may('publisher') && (
        <Button onClick={() => void decide([{ id, version }], { action: 'entry unqueue' })}>Undo</Button>
      )}
    </div>
  )
}

/** The whole seconds until a time, counted down. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((at - now) / 1_000))
}
