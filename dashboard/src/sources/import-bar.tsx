import { useEffect, useRef, useState } from 'react'
import { Bar } from '../parts/progress.tsx'
import { counted } from '../text.ts'
import type { GitImport } from './queries.ts'

/** How far a running import has come: what, how many, and about how long. It reads the merges first, then classifies and records them. */
export function ImportBar({ run }: { run: GitImport }) {
  const { directory, total, read, seen } = run
  const timeLeft = useTimeLeft(read + seen, total === null ? 0 : 2 * total)
  return (
    <div className="grid gap-1">
      <Bar
        label={`Import of ${directory}`}
        done={read + seen}
        total={total === null || read === 0 ? null : 2 * total}
      />
      <p role="status" className="flex flex-wrap justify-between gap-x-4 text-quiet tabular-nums">
        <span>{phaseOf(run)}</span>
        {timeLeft && <span>{timeLeft}</span>}
      </p>
    </div>
  )
}

function phaseOf({ total, read, seen }: GitImport): string {
  if (total === null) return 'Scanning the history…'
  const of = (done: number) => `${done.toLocaleString()} of ${counted(total, 'merge', 'merges')}`
  if (read === 0)
    return `Learning from what was announced before; then ${counted(total, 'merge is', 'merges are')} read.`
  return seen === 0 ? `Reading: ${of(read)}` : `Deciding what customers would notice: ${of(seen)}`
}

/** An estimate is made from this time on. */
const LEAST_MS = 4_000

/** About how long it takes still, by what was done since this page was opened; null while that says too little. */
function useTimeLeft(done: number, whole: number): string | null {
  const first = useRef({ done: 0, at: 0 })
  const [timeLeft, setTimeLeft] = useState<string | null>(null)
  useEffect(() => {
    const now = Date.now()
    if (done < first.current.done || first.current.done === 0) first.current = { done, at: now }
    const [since, progress] = [now - first.current.at, done - first.current.done]
    const isEarly = since < LEAST_MS || progress <= 0
    setTimeLeft(isEarly ? null : roughly(((whole - done) * since) / progress))
  }, [done, whole])
  return timeLeft
}

function roughly(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 0.75) return 'less than a minute left'
  const rounded = Math.round(minutes)
  return rounded === 1 ? 'about a minute left' : `about ${rounded} minutes left`
}
