import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Past } from '#pulls/past.ts'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { Problem } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/text/time.tsx'
import { counted, folderName } from '../text.ts'
import { foundFor } from './found.ts'
import { ImportBar } from './import-bar.tsx'
import { PastChoice } from './past.tsx'
import { type Directories, directoriesQuery, type GitImport, importsQuery } from './queries.ts'
import { SPANS, type Span, sinceOf } from './spans.ts'

const route = api.accounts[':account'].imports

/** Imports of git directories on the server: a form for owners, and the progress of each. */
export function GitImports() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(importsQuery(account))
  const { data: directories } = useQuery({ ...directoriesQuery(account), enabled: may('owner') })
  const imports = data?.imports ?? []
  if (!directories && imports.length === 0) return null
  return (
    <Section
      title={may('owner') ? 'Import from a git directory' : 'Imports from git directories'}
      lead="Imports the merges and commits of a repository on this server. Nothing is published until you say so."
    >
      {directories && <NewImport data={directories} imports={imports} />}
      {latestOf(imports).map(run => (
        <ImportProgress key={run.id} run={run} />
      ))}
    </Section>
  )
}

/** The last import of each directory. */
const latestOf = (imports: readonly GitImport[]): GitImport[] =>
  [...Map.groupBy(imports, ({ directory }) => directory).values()].flatMap(([latest]) => latest ?? [])

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
      call(
        route.$post({
          param: { account },
          json: {
            directory,
            repo: values.repo || null,
            since: sinceOf(span) ?? null,
            last: null,
            past,
          },
        }),
      ),
    onSettled: () => void queries.invalidateQueries(importsQuery(account)),
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
      verb={imports.some(one => one.directory === directory) ? 'Import more' : 'Import history'}
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
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const onSettled = () => void queries.invalidateQueries(importsQuery(account))
  const cancel = useMutation({
    mutationFn: () => call(route[':import'].cancel.$post({ param: { account, import: run.id } })),
    onSettled,
  })
  const again = useMutation({
    mutationFn: () => {
      const { directory, repo, since, last, past } = run
      return call(route.$post({ param: { account }, json: { directory, repo, since, last, past } }))
    },
    onSettled,
  })
  return (
    <article className="grid gap-2 rounded-md bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 title={run.directory} className="min-w-0 font-semibold wrap-anywhere">
          {folderName(run.directory)}
        </h3>
        <p className="text-s text-quiet">
          <Time at={run.startedAt} />
        </p>
      </div>
      {run.state === 'running' && <ImportBar run={run} />}
      <p className="text-pretty">{summaryOf(run)}</p>
      <Problem error={cancel.error ?? again.error} />
      <div className="flex gap-2 empty:hidden">
        {run.state === 'running' && may('owner') && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop
          </Button>
        )}
        {run.state === 'done' && run.userFacing > run.announced && <Onward past={run.past} />}
        {run.state !== 'running' && may('owner') && (
          <Button busy={again.isPending} onClick={() => again.mutate()}>
            {run.state === 'done' ? 'Import newer' : 'Continue'}
          </Button>
        )}
      </div>
    </article>
  )
}

/** Where a person goes on after an import; nowhere from what is history only. */
function Onward({ past }: Pick<GitImport, 'past'>) {
  const { id: account } = useAccount()
  const className = buttonClass('secondary')
  if (past === 'history') return null
  return past === 'publish' ? (
    <Link to="/$account/start" params={{ account }} search={{ step: 'review' }} className={className}>
      Look through them and publish
    </Link>
  ) : (
    <Link to="/$account/inbox" params={{ account }} className={className}>
      Review the drafts
    </Link>
  )
}

function summaryOf({ state, detail, seen, recorded, userFacing, announced }: GitImport): string {
  if (state === 'failed') return `It failed: ${detail ?? 'the reason is in the log.'}`
  const found = `${counted(recorded, 'change is', 'changes are')} new. ${foundFor(userFacing, { merges: seen, commits: null }, announced)}.`
  if (state === 'running')
    return `${seen > 0 ? `${found} ` : ''}You can leave this page; the import continues.`
  return state === 'cancelled' ? `Stopped. ${found}` : found
}
