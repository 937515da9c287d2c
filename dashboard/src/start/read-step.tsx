import { PageLink, useAccount } from '../frame/use-account.ts'
import { RunStatus } from '../runs/run-status.tsx'
import { BackfillButton, BackfillStatus } from '../sources/backfill.tsx'
import { ImportAgain } from '../sources/git-imports.tsx'
import { folderName } from '../text.ts'
import { GitSource } from './git-source.tsx'
import type { Path } from './use-path.ts'

interface Props {
  path: Path
  isReading: boolean
  onDone: () => void
}

/** The progress of reading each source, and buttons to import further back or another repository. */
export function ReadStep({ path, isReading, onDone }: Props) {
  const { sources, imports, facts } = path
  const { may } = useAccount()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {imports.map(run => (
        <div key={run.id} className="grid grid-cols-[minmax(0,1fr)] justify-items-stretch gap-3">
          <h3 title={run.subject} className="font-semibold wrap-anywhere">
            {folderName(run.subject)}
          </h3>
          <RunStatus run={run} />
          {run.state !== 'done' && <ImportAgain run={run} />}
        </div>
      ))}
      {sources.map(source => (
        <div key={source.id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h3 className="font-semibold wrap-anywhere">{source.repo}</h3>
          <BackfillStatus source={source} />
          {may('owner') && <BackfillButton source={source} />}
        </div>
      ))}
      {sources.length > 0 && facts.merges === 0 && (
        <p className="text-quiet text-pretty">
          Waiting for the first merge. It appears here as soon as it arrives.
          {may('owner') && (
            <>
              {' '}
              To read earlier ones without a GitHub app, add an access token under{' '}
              <PageLink to="/$account/settings/repositories" className="text-accent underline">
                Repositories
              </PageLink>
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
