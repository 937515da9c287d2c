import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { LoadError, RowsLoading } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Rows } from '../parts/row.tsx'
import { StartHint } from '../start/start-hint.tsx'
import { Deliveries } from './deliveries.tsx'
import { Failures } from './failures.tsx'
import { GitImports } from './git-imports.tsx'
import { NewSource } from './new-source.tsx'
import { failuresQuery, repositoriesQuery, type Source, sourcesQuery } from './queries.ts'
import { RepositoryRow } from './repository-row.tsx'

/** Where merges come from: connected repositories and imported git directories. */
export function SourcesPage() {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const { data, error, isPending } = useAccountQuery(sourcesQuery)
  const { data: known } = useAccountQuery(repositoriesQuery)
  const failures = useAccountQuery(failuresQuery)
  const { choice, permit } = useSearch({ from: '/$account/settings/repositories' })
  const [isAdding, setAdding] = useState(choice !== undefined || permit !== undefined)
  const retry = () => queries.refetchQueries({ queryKey: ['sources', account] })
  const sources = data?.sources ?? []
  const repositories = known?.repositories ?? []
  const repositoryOf = ({ host, repo }: Source) =>
    repositories.find(one => one.host === host && one.name === repo) ?? null
  const imported = repositories.filter(one => !sources.some(source => repositoryOf(source) === one))
  const { jobs, entries } = failures.data ?? { jobs: [], entries: [] }
  /** The failed jobs of the row of a source. A job names no host, so where two sources have one name it belongs to no row. */
  const failedOf = ({ repo }: Source) =>
    sources.filter(one => one.repo === repo).length === 1 ? jobs.filter(job => job.repo === repo) : []
  const isSound = (source: Source) => source.state === 'active' && failedOf(source).length === 0
  const rows = sources.toSorted((a, b) => Number(isSound(a)) - Number(isSound(b)))
  const inRows = new Set(sources.flatMap(failedOf))
  const isFirst = data !== undefined && sources.length + imported.length === 0
  const mayAdd = data !== undefined && may('owner')
  return (
    <Page
      title="Repositories"
      lead="The repositories whose merges make this changelog."
      actions={
        mayAdd &&
        !isFirst && (
          <Button
            aria-label="Connect a repository"
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          >
            Connect
          </Button>
        )
      }
    >
      <StartHint />
      <Failures jobs={jobs.filter(job => !inRows.has(job))} entries={entries} />
      {mayAdd && (isAdding || isFirst) && (
        <NewSource isFirst={isFirst} onStay={() => setAdding(true)} onDone={() => setAdding(false)} />
      )}
      {(isPending || failures.isPending) && <RowsLoading label="Loading repositories" />}
      {error && !data && <LoadError error={error} onRetry={retry} />}
      {isFirst && !may('owner') && (
        <p className="text-quiet text-pretty">
          No repository is connected yet. An owner can connect one; then each merge arrives here as it
          happens.
        </p>
      )}
      {!isFirst && !failures.isPending && (
        <Rows label="Repositories">
          {rows.map(source => (
            <RepositoryRow
              key={source.id}
              source={source}
              repository={repositoryOf(source)}
              failed={failedOf(source)}
            />
          ))}
          {imported.map(repository => (
            <RepositoryRow key={repository.id} source={null} repository={repository} failed={[]} />
          ))}
        </Rows>
      )}
      <GitImports />
      {sources.length > 0 && <Deliveries />}
    </Page>
  )
}
