import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { Rows } from '../parts/row.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { StartHint } from '../start/start-hint.tsx'
import { Deliveries } from './deliveries.tsx'
import { Failures } from './failures.tsx'
import { GitImports } from './git-imports.tsx'
import { NewSource } from './new-source.tsx'
import { repositoriesQuery, type Source, sourcesQuery } from './queries.ts'
import { RepositoryRow } from './repository-row.tsx'

/** The sources. Those that need attention come first. */
const brokenFirst = (sources: readonly Source[]): Source[] =>
  sources.toSorted((a, b) => Number(a.state === 'active') - Number(b.state === 'active'))

/** Where merges come from: connected repositories and imported git directories. */
export function SourcesPage() {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const { data, error, isPending } = useQuery(sourcesQuery(account))
  const { data: known } = useQuery(repositoriesQuery(account))
  const { choice, permit } = useSearch({ from: '/$account/settings/repositories' })
  const [isAdding, setAdding] = useState(choice !== undefined || permit !== undefined)
  const retry = () => queries.refetchQueries({ queryKey: ['sources', account] })
  const sources = data?.sources ?? []
  const repositories = known?.repositories ?? []
  const repositoryOf = ({ host, repo }: Source) =>
    repositories.find(one => one.host === host && one.name === repo) ?? null
  const imported = repositories.filter(one => !sources.some(source => repositoryOf(source) === one))
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
      <Failures />
      {mayAdd && (isAdding || isFirst) && (
        <NewSource isFirst={isFirst} onStay={() => setAdding(true)} onDone={() => setAdding(false)} />
      )}
      {isPending && <RowsLoading label="Loading repositories" />}
      {error && !data && <LoadError error={error} onRetry={retry} />}
      {isFirst && !may('owner') && (
        <p className="text-quiet text-pretty">
          No repository is connected yet. An owner can connect one; then each merge arrives here as it
          happens.
        </p>
      )}
      {!isFirst && (
        <Rows label="Repositories">
          {brokenFirst(sources).map(source => (
            <RepositoryRow key={source.id} source={source} repository={repositoryOf(source)} />
          ))}
          {imported.map(repository => (
            <RepositoryRow key={repository.id} source={null} repository={repository} />
          ))}
        </Rows>
      )}
      <GitImports />
      {sources.length > 0 && <Deliveries />}
    </Page>
  )
}
