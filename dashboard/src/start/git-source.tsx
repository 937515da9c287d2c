import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { LoadError } from '../parts/page.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { directoryOptions } from '../sources/git-imports.tsx'
import { directoriesQuery } from '../sources/queries.ts'
import { SPANS, type Span, sinceOf } from '../sources/spans.ts'

/** Starts the import of a git directory on the server. */
export function GitSource({ onDone }: { onDone: () => void }) {
  const { id: account } = useAccount()
  const directories = useQuery(directoriesQuery(account))
  const { data, error, isFetching, refetch } = directories
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <div className="h-40" />
  if (data.directories.length > 0) return <ImportForm paths={data.directories} onDone={onDone} />
  return (
    <div className="grid max-w-[560px] grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-pretty">
        {data.isAllowed
          ? 'No git repository was found in the folders of TIDINGS_GIT_ROOTS. Clone one into them, then check again.'
          : 'The server may not read any folder yet. Restart it with the folder that holds your repositories:'}
      </p>
      {!data.isAllowed && (
        <Copy text="TIDINGS_GIT_ROOTS=/path/to/repositories npm start" label="Copy the command" />
      )}
      <div>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Check again
        </Button>
      </div>
    </div>
  )
}

interface ImportFormProps {
  paths: readonly { path: string; name: string }[]
  onDone: () => void
}

function ImportForm({ paths, onDone }: ImportFormProps) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const [directory, setDirectory] = useState(paths[0]?.path ?? '')
  const [span, setSpan] = useState<Span>('365')
  const { values, bind } = useFields({ repo: '' })
  const start = useMutation({
    mutationFn: () => {
      const json = { directory, repo: values.repo || null, since: sinceOf(span) ?? null, last: null }
      return call(api.accounts[':account'].imports.$post({ param: { account }, json }))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sources', account] }).then(onDone),
  })
  return (
    <div className="max-w-[560px]">
      <Form verb="Import history" onSend={() => start.mutate()} busy={start.isPending} error={start.error}>
        <Select
          label="Repository"
          value={directory}
          options={directoryOptions(paths)}
          onPick={setDirectory}
        />
        <Select label="How far back" value={span} options={SPANS} onPick={setSpan} />
        <Field
          label="Web address (optional)"
          hint="Only needed if the repository has no remote. Entries link to its pull requests."
          placeholder="https://github.com/acme/app"
          autoComplete="off"
          {...bind('repo')}
        />
        <p className="text-s text-quiet">Nothing is published until you say so.</p>
      </Form>
    </div>
  )
}
