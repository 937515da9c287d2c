import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useChange } from '../api/use-change.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Bar } from '../parts/progress.tsx'
import { Time } from '../parts/text/time.tsx'
import { nameOfLanguage } from '../settings/languages.ts'
import { draftsAmong, foundFor, nounsOf } from '../sources/found.ts'
import { counted, folderName } from '../text.ts'
import { isRunning, type Run, type RunOf } from './queries.ts'

interface Words {
  /** The label of the progress bar. */
  label: string
  done: number
  /** Null while it is unknown. */
  total: number | null
  /** The current step, while it is running. */
  now: string
  /** The results so far; empty if there are none. */
  found: string
}

/** The texts about runs of each kind. */
const WORDS: { [K in Run['kind']]: (run: RunOf<K>) => Words } = {
  'git import': run => {
    const { subject, done, total, counts } = run
    // Earlier imports did not count commits.
    const { read, recorded, userFacing, announced, commits = null, drafts } = counts
    const [one, several] = nounsOf({ merges: done, commits })
    const changes = counted(recorded, `${one} is`, `${several} are`)
    return {
      label: `Import of ${folderName(subject)}`,
      done: read + done,
      total: total === null || read === 0 ? null : 2 * total,
      now: phaseOf(run),
      found:
        total === 0 && run.state !== 'running'
          ? 'No changes were found in this span.'
          : done === 0
            ? ''
            : `${changes} new. ${foundFor(userFacing, { merges: done, commits }, announced, drafts)}.`,
    }
  },
  backfill: ({ done, total, counts: { recorded, userFacing, drafts } }) => ({
    ...{ label: 'Import of earlier merges', done, total, now: 'Importing earlier merges.' },
    found: `${counted(done, 'merge', 'merges')}: ${recorded.toLocaleString()} new, ${userFacing.toLocaleString()} for customers${draftsAmong(userFacing, drafts)}.`,
  }),
  rewording: ({ state, done, total, counts: { drafts, reworded, left } }) => {
    const rest = left === 0 || state === 'running' ? '' : ` ${counted(left, 'is', 'are')} left.`
    const all = counted(drafts, 'draft', 'drafts')
    return {
      ...{ label: 'Drafts reworded', done, total },
      now: `${reworded.toLocaleString()} of ${drafts.toLocaleString()} reworded`,
      found: state === 'running' ? '' : `${reworded.toLocaleString()} of ${all} reworded.${rest}`,
    }
  },
  translation: ({ subject, state, done, total, counts: { untranslated } }) => {
    const now = `${done - untranslated} of ${counted(total ?? 0, 'entry', 'entries')} translated`
    const kept = untranslated === 0 ? '' : ` ${counted(untranslated, 'keeps', 'keep')} the words as written.`
    return {
      ...{ label: `Translation into ${nameOfLanguage(subject)}`, done, total, now },
      found: `${state === 'running' ? '' : `${now}.`}${kept}`.trim(),
    }
  },
}

/** The current phase of an import, which reads the changes first, then classifies and records them. */
function phaseOf({ total, done, counts: { read } }: RunOf<'git import'>): string {
  if (total === null) return '1 of 3 · Scanning the history'
  const of = (some: number) => `${some.toLocaleString()} of ${counted(total, 'change', 'changes')}`
  if (read === 0) return '1 of 3 · Learning from what was announced before'
  return done === 0
    ? `2 of 3 · Reading ${of(read)}`
    : `3 of 3 · Deciding what customers would notice: ${of(done)}`
}

const wordsOf = (run: Run): Words => (WORDS[run.kind] as (run: Run) => Words)(run)

/** The progress of a run, with a button to stop it; or its result. `children` are further actions. */
export function RunStatus({ run, children }: { run: Run; children?: ReactNode }) {
  const { label, done, total, now, found } = wordsOf(run)
  const timeLeft = useTimeLeft(done, total ?? 0)
  const stop = useChange(act => act('run stop', { id: run.id }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3">
        <p role="status" className="min-w-0 flex-1 basis-40 text-pretty tabular-nums">
          {isRunning(run) ? <span className="font-semibold">{now}</span> : outcomeOf(run, found)}
          {isRunning(run) && timeLeft && <span className="text-quiet"> · {timeLeft}</span>}
        </p>
        {run.mayStop && (
          <Button className="px-3!" change={stop}>
            Cancel
          </Button>
        )}
        {children}
      </div>
      {isRunning(run) && <Bar label={label} done={done} total={total} />}
      {isRunning(run) && (
        <p className="text-s text-quiet text-pretty">
          {found} You can leave this page meanwhile.
          {run.delay && (
            <>
              {' '}
              It continues <Time at={run.delay.until} />: {run.delay.why}
            </>
          )}
        </p>
      )}
      <Problem error={stop.error} />
    </div>
  )
}

function outcomeOf({ state, detail }: Run, found: string): string {
  if (state === 'done') return found
  const why = detail ?? (state === 'failed' ? 'The reason is in the log.' : '')
  return ['Stopped.', found, why].filter(Boolean).join(' ')
}

/** The least time after which an estimate is made, in milliseconds. */
const LEAST_MS = 4_000

/** An estimate of the time left, from the progress since this page was opened; null while there is too little progress. */
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
