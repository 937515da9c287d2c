import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../frame/use-account.ts'
import { LoadError, Page } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { StartHint } from '../start/start-hint.tsx'
import { Deliveries } from './deliveries.tsx'
import { Failures } from './failures.tsx'
import { GitImports } from './git-imports.tsx'
import { NewSource } from './new-source.tsx'
import { type Source, sourcesQuery } from './queries.ts'
import { Repositories } from './repositories.tsx'
import { SourceCard } from './source-card.tsx'

/** The sources, with those that need somebody before those that work. */
const brokenFirst = (sources: readonly Source[]): Source[] =>
  sources.toSorted((a, b) => Number(a.state === 'active') - Number(b.state === 'active'))

/** Where merges come from: connected repositories and imported git directories. */
export function SourcesPage() {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const { data, error, isPending } = useQuery(sourcesQuery(account))
  const retry = () => queries.refetchQueries({ queryKey: ['sources', account] })
  return (
    <Page title="Repositories" lead="The repositories whose merges make this changelog.">
      <StartHint />
      <Failures />
      {isPending && <RowsLoading label="Loading sources" />}
      {error && !data && <LoadError error={error} onRetry={retry} />}
      {data && (data.total > 0 || !may('owner')) && (
        <section aria-labelledby="connected" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2 id="connected" className="text-l font-semibold">
            Connected repositories
          </h2>
          {data.sources.length === 0 && (
            <p className="text-quiet text-pretty">
              No code host is connected yet. An owner can connect one; then each merge arrives here as it
              happens. Git directories are imported below.
            </p>
          )}
          <ul className="grid gap-4">
            {brokenFirst(data.sources).map(source => (
              <SourceCard key={source.id} source={source} />
            ))}
          </ul>
        </section>
      )}
      {data && may('owner') && <NewSource isFirst={data.total === 0} />}
      <GitImports />
      <Repositories />
      {data && data.sources.length > 0 && <Deliveries />}
    </Page>
  )
}
