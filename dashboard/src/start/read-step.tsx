import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { BackfillButton, BackfillStatus } from '../sources/backfill.tsx'
import { ImportBar } from '../sources/import-bar.tsx'
import type { GitImport } from '../sources/queries.ts'
import { counted, folderName } from '../text.ts'
import { GitSource } from './git-source.tsx'
import type { Path } from './use-path.ts'

interface Props {
  path: Path
  isReading: boolean
  onDone: () => void
}

/** How far the reading of each source has come, and a way to import further back or another repository. */
export function ReadStep({ path, isReading, onDone }: Props) {
  const { sources, imports, facts } = path
  const { id: account, may } = useAccount()
  const latest = [...new Map(imports.toReversed().map(run => [run.directory, run])).values()]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {latest.map(run => (
        <ImportState key={run.id} run={run} />
      ))}
      {sources.map(source => (
        <div key={source.id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h3 className="font-semibold wrap-anywhere">{source.repo}</h3>
          <BackfillStatus source={source} />
          {may('owner') && (
            <div>
              <BackfillButton source={source} />
            </div>
          )}
        </div>
      ))}
      {sources.length > 0 && facts.merges === 0 && (
        <p className="text-quiet text-pretty">
          Waiting for the first merge. It appears here as soon as it arrives.
          {may('owner') && (
            <>
              {' '}
              To read earlier ones without a GitHub app, add an access token under{' '}
              <Link to="/$account/sources" params={{ account }} className="text-accent underline">
                Sources
              </Link>
              .
            </>
          )}
        </p>
      )}
      {facts.readsGitDirectories && imports.length > 0 && may('owner') && !isReading && (
        <section aria-label="Import more" className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-semibold">Import further back, or another repository</h3>
          <GitSource onDone={onDone} />
        </section>
      )}
    </div>
  )
}

function ImportState({ run }: { run: GitImport }) {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const onSettled = () => void queries.invalidateQueries({ queryKey: ['sources', account] })
  const { imports } = api.accounts[':account']
  const again = useMutation({
    mutationFn: () => {
      const { directory, repo, since, last, past } = run
      return call(imports.$post({ param: { account }, json: { directory, repo, since, last, past } }))
    },
    onSettled,
  })
  const stop = useMutation({
    mutationFn: () => call(imports[':import'].cancel.$post({ param: { account, import: run.id } })),
    onSettled,
  })
  const isRunning = run.state === 'running'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <h3 title={run.directory} className="font-semibold wrap-anywhere">
        {folderName(run.directory)}
      </h3>
      {isRunning ? (
        <div className="w-full">
          <ImportBar run={run} />
        </div>
      ) : (
        <p className="text-pretty">{outcomeOf(run)}</p>
      )}
      {isRunning && (
        <p className="text-s text-quiet text-pretty">
          {run.seen > 0 &&
            `${run.recorded.toLocaleString()} recorded, ${run.userFacing.toLocaleString()} for customers so far. `}
          You can leave this page; the import continues, even after a restart.
        </p>
      )}
      <Problem error={again.error ?? stop.error} />
      {may('owner') && isRunning && (
        <Button busy={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      )}
      {may('owner') && !isRunning && run.state !== 'done' && (
        <Button busy={again.isPending} onClick={() => again.mutate()}>
          Continue
        </Button>
      )}
    </div>
  )
}

function outcomeOf({ state, detail, seen, total, recorded }: GitImport): string {
  if (state === 'failed') return `It failed: ${detail ?? 'the reason is in the log.'} What was read is kept.`
  if (state === 'cancelled')
    return `Stopped after ${seen.toLocaleString()} of ${counted(total ?? 0, 'change', 'changes')}. What was read is kept.`
  if (total === 0) return 'No changes were found in this span.'
  return `${counted(total ?? seen, 'change was', 'changes were')} read; ${counted(recorded, 'was', 'were')} new.`
}
