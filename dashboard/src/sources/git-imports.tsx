import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Past } from '#pulls/past.ts'
import { act } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { Problem } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/text/time.tsx'
import { type RunOf, runsOf, runsQuery } from '../runs/queries.ts'
import { RunStatus } from '../runs/run-status.tsx'
import { folderName } from '../text.ts'
import { PastChoice } from './past.tsx'
import { type Directories, directoriesQuery } from './queries.ts'
import { SPANS, type Span, sinceOf } from './spans.ts'

type GitImport = RunOf<'git import'>

/** Imports of git directories on the server: a form for owners, and the progress of each. */
export function GitImports() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(runsQuery(account))
  const { data: directories } = useQuery({ ...directoriesQuery(account), enabled: may('owner') })
  const imports = runsOf(data ?? [], 'git import')
  if (!directories && imports.length === 0) return null
  return (
    <Section
      title={may('owner') ? 'Import from a git directory' : 'Imports from git directories'}
      lead="Imports the merges and commits of a repository on this server. Nothing is published until you say so."
    >
      {directories && <NewImport data={directories} imports={imports} />}
      {imports.map(run => (
        <ImportProgress key={run.id} run={run} />
      ))}
    </Section>
  )
}

interface NewImportProps {
  data: Directories
  imports: readonly GitImport[]
}

function NewImport({ data, imports }: NewImportProps) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [span, setSpan] = useState<Span>('all')
  const { values, bind } = useFields({ repo: '' })
  const [past, setPast] = useState<Past>('month')
  const directory = chosen || data.directories[0]?.path || ''
  const start = useMutation({
    mutationFn: () =>
      act(account, 'import start', { directory, repo: values.repo || null, since: sinceOf(span), past }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['runs', account] }),
  })
  if (data.directories.length === 0)
    return (
      <p className="max-w-[64ch] rounded-md bg-raised px-4 py-3 text-pretty">
        {data.isAllowed
          ? 'No git directory was found in the folders of TIDINGS_GIT_ROOTS.'
          : 'To import from here, set TIDINGS_GIT_ROOTS to the folders that hold git directories, and restart the server.'}
      </p>
    )
  return (
    <Form
      verb={imports.some(one => one.subject === directory) ? 'Import more' : 'Import history'}
      onSend={() => start.mutate()}
      busy={start.isPending}
      error={start.error}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_180px]">
        <Select
          label="Repository"
          value={directory}
          options={directoryOptions(data.directories)}
          onPick={setChosen}
        />
        <Field
          label="Web address (optional)"
          placeholder="https://github.com/acme/app"
          autoComplete="off"
          {...bind('repo')}
        />
        <Select label="How far back" value={span} options={SPANS} onPick={setSpan} />
      </div>
      <PastChoice value={past} choices={['history', 'month', 'drafts', 'publish']} onPick={setPast} />
    </Form>
  )
}

/** The directories by their names; where several have the same, by their paths. */
export const directoryOptions = (directories: readonly { path: string }[]) => {
  const names = Map.groupBy(directories, ({ path }) => folderName(path))
  return directories.map(({ path }) => {
    const name = folderName(path)
    return { value: path, label: names.get(name)?.length === 1 ? name : path }
  })
}

function ImportProgress({ run }: { run: GitImport }) {
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 title={run.subject} className="min-w-0 font-semibold wrap-anywhere">
          {folderName(run.subject)}
        </h3>
        <p className="text-s text-quiet">
          <Time at={run.startedAt} />
        </p>
      </div>
      <RunStatus run={run} />
      <div className="flex gap-2 empty:hidden">
        {run.state === 'done' && run.counts.userFacing > run.counts.announced && (
          <Onward past={run.options.past} />
        )}
        <ImportAgain run={run} />
      </div>
    </article>
  )
}

/** Imports the same once more: what came since, or what was left when it stopped. */
export function ImportAgain({ run }: { run: GitImport }) {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: () => act(account, 'import start', { directory: run.subject, ...run.options }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['runs', account] }),
  })
  if (run.state === 'running' || !may('owner')) return null
  return (
    <>
      <Button busy={again.isPending} onClick={() => again.mutate()}>
        {run.state === 'done' ? 'Import newer' : 'Continue'}
      </Button>
      <Problem error={again.error} />
    </>
  )
}

/** Where a person goes on after an import; nowhere from what is history only. */
function Onward({ past }: Pick<GitImport['options'], 'past'>) {
  const { id: account } = useAccount()
  const className = buttonClass('secondary')
  if (past === 'history') return null
  return past === 'publish' ? (
    <Link to="/$account/start" params={{ account }} search={{ step: 'review' }} className={className}>
      Look through them and publish
    </Link>
  ) : (
    <Link to="/$account/review" params={{ account }} className={className}>
      Review the drafts
    </Link>
  )
}
