import { useState } from 'react'
import type { Past } from '#pulls/past.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { LoadError } from '../parts/loaded.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { type RunOf, runsOf, runsQuery } from '../runs/queries.ts'
import { directoryOptions } from '../sources/git-imports.tsx'
import { PastChoice } from '../sources/past.tsx'
import { directoriesQuery } from '../sources/queries.ts'
import { SPANS, type Span, sinceOf, widerThan } from '../sources/spans.ts'
import { folderName } from '../text.ts'

interface Props {
  /** Whether to ask what to do with the past, because no later step does. */
  asksPast?: boolean
  onDone: () => void
}

/** Starts the import of a git directory on the server. */
export function GitSource({ asksPast = false, onDone }: Props) {
  const directories = useAccountQuery(directoriesQuery)
  const { data: known } = useAccountQuery(runsQuery)
  const { data, error, isFetching, refetch } = directories
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data || !known) return <div className="h-72" />
  if (data.directories.length > 0)
    return (
      <div className="grid gap-3">
        <ImportForm
          paths={data.directories}
          imports={runsOf(known, 'git import')}
          asksPast={asksPast}
          onDone={onDone}
        />
        <Refused reasons={data.refused} />
      </div>
    )
  return (
    <div className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-pretty">
        {data.isAllowed
          ? `No git repository ${data.refused.length > 0 ? 'that may be read ' : ''}was found in the folders of TIDINGS_GIT_ROOTS. Clone one into them, then check again.`
          : 'The server may not read any folder yet. Restart it with the folder that holds your repositories:'}
      </p>
      <Refused reasons={data.refused} />
      {!data.isAllowed && (
        <Copy text="TIDINGS_GIT_ROOTS=/path/to/repositories tidings serve" label="Copy the command" />
      )}
      <div>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Check
        </Button>
      </div>
    </div>
  )
}

/** Why clones in the folders are not offered. */
const Refused = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.length > 0 && (
    <ul className="grid max-w-text gap-1 text-s text-quiet wrap-anywhere">
      {reasons.map(reason => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )

interface ImportFormProps extends Required<Props> {
  paths: readonly { path: string }[]
  /** The imports so far, newest first. */
  imports: readonly RunOf<'git import'>[]
}

/** The first directory that was not imported, preferably one that is named like the product. */
function nextDirectory(
  { paths, imports }: Pick<ImportFormProps, 'paths' | 'imports'>,
  product: string,
): string {
  const fresh = paths.filter(({ path }) => !imports.some(({ subject }) => subject === path))
  const named = fresh.find(({ path }) => isCalled(folderName(path), product))
  return (named ?? fresh[0] ?? paths[0])?.path ?? ''
}

/** Whether a folder is named like the product, or contains its name: `acme-reports`, and `acme` of `acme+server`. */
function isCalled(folder: string, product: string): boolean {
  const parts = folder.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const words = product.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return parts.join('') === words.join('') || (words.length === 1 && parts.includes(words[0] ?? ''))
}

/** The proposed span for a directory: a year, or further back than its last import. */
function nextSpan(imports: readonly RunOf<'git import'>[], directory: string): Span {
  const last = imports.find(one => one.subject === directory)
  return last ? widerThan({ since: last.options.since, startedAt: last.startedAt }) : '365'
}

function ImportForm(props: ImportFormProps) {
  const { paths, imports, asksPast, onDone } = props
  const { name } = useAccount()
  const [directory, setDirectory] = useState(() => nextDirectory(props, name))
  const [span, setSpan] = useState<Span>(() => nextSpan(imports, directory))
  const [past, setPast] = useState<Past>('month')
  const { values, bind } = useFields({ repo: '' })
  const start = useChange(act => {
    const read = { directory, repo: values.repo || null, since: sinceOf(span) }
    return act('import start', { ...read, past })
  }, onDone)
  return (
    <div className="max-w-text">
      <Form verb="Import" change={start}>
        <Select
          label="Repository"
          value={directory}
          options={directoryOptions(paths)}
          onPick={picked => {
            setDirectory(picked)
            setSpan(nextSpan(imports, picked))
          }}
        />
        <Select label="How far back" value={span} options={SPANS} onPick={setSpan} />
        <Field
          label="Web address (optional)"
          hint="Only needed if the repository has no remote. Entries link to its pull requests."
          placeholder="https://github.com/acme/app"
          autoComplete="off"
          {...bind('repo')}
        />
        {asksPast ? (
          <PastChoice value={past} choices={['month', 'history', 'drafts', 'publish']} onPick={setPast} />
        ) : (
          <p className="text-s text-quiet text-pretty">
            Nothing is published until you say so. You see what was found first, then choose what happens to
            it.
          </p>
        )}
      </Form>
    </div>
  )
}
