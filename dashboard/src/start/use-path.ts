import { countsQuery } from '../api/entry-queries.ts'
import { useAccountQuery } from '../frame/use-account.ts'
import { isRunning, type Run, type RunOf, runsOf, runsQuery } from '../runs/queries.ts'
import { STEPS, type StepName } from '../search.ts'
import { pageQuery } from '../settings/queries.ts'
import { type Source, sourcesQuery } from '../sources/queries.ts'
import { type StartFacts, startQuery } from './queries.ts'

/** The progress of the account on the path. */
export interface Path {
  facts: StartFacts
  sources: readonly Source[]
  imports: readonly RunOf<'git import'>[]
  /** The address of the changelog page; null while it is off. */
  address: string | null
  isDone: Readonly<Record<StepName, boolean>>
  /** The first unfinished step; null if all are done. */
  next: StepName | null
}

const POLL_MS = 2_000

const reads = (run: Run): boolean => isRunning(run) && run.kind !== 'rewording'

/** The progress of the account on the path. It is polled while something is running. */
export function usePath() {
  const sources = useAccountQuery(sourcesQuery)
  const runs = useAccountQuery(runsQuery)
  const counts = useAccountQuery(countsQuery)
  const page = useAccountQuery(pageQuery)
  const isReading = runs.data?.some(reads) ?? false
  const facts = useAccountQuery(startQuery, {
    refetchInterval: ({ state }) => {
      const isPublishing = state.data?.published === 0 && (counts.data?.queue ?? 0) > 0
      return isReading || isPublishing || state.data?.merges === 0 ? POLL_MS : false
    },
  })
  const all = [sources, runs, page, facts]
  const error = all.find(query => query.error && !query.data)?.error ?? null
  const retry = () => all.forEach(query => void query.refetch())
  const path =
    sources.data && runs.data && page.data && facts.data
      ? pathFrom(
          { facts: facts.data, sources: sources.data.sources, imports: runsOf(runs.data, 'git import') },
          page.data.address,
          { isReading, isGoingOut: (counts.data?.queue ?? 0) > 0 },
        )
      : null
  return { path, isReading, error, retry }
}

function pathFrom(
  read: Pick<Path, 'facts' | 'sources' | 'imports'>,
  address: string | null,
  { isReading, isGoingOut }: { isReading: boolean; isGoingOut: boolean },
): Path {
  const { facts, sources, imports } = read
  const isDone = {
    name: true,
    source: sources.length + imports.length > 0 || facts.merges > 0,
    read: facts.merges > 0 && !isReading,
    // A published entry goes out some seconds later.
    review: facts.published > 0 || isGoingOut,
    publish: facts.published > 0,
    page: facts.published > 0 && address !== null,
  }
  return { ...read, address, isDone, next: STEPS.find(step => !isDone[step]) ?? null }
}
