import { Bar } from '../parts/progress.tsx'
import { useTimeLeft } from '../parts/time-left.ts'
import { counted, folderName } from '../text.ts'
import type { GitImport } from './queries.ts'

/** How far a running import has come: what, how many, and about how long. It reads the changes first, then classifies and records them. */
export function ImportBar({ run }: { run: GitImport }) {
  const { directory, total, read, seen } = run
  const timeLeft = useTimeLeft(read + seen, total === null ? 0 : 2 * total)
  return (
    <div className="grid gap-1">
      <Bar
        label={`Import of ${folderName(directory)}`}
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
  if (total === null) return '1 of 3 · Scanning the history'
  const of = (done: number) => `${done.toLocaleString()} of ${counted(total, 'change', 'changes')}`
  if (read === 0) return '1 of 3 · Learning from what was announced before'
  return seen === 0
    ? `2 of 3 · Reading ${of(read)}`
    : `3 of 3 · Deciding what customers would notice: ${of(seen)}`
}
