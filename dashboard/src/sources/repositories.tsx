import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { act } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Form } from '../parts/form/form.tsx'
import { namedOptions } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { TextArea } from '../parts/form/text-area.tsx'
import { Done } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { repoName } from '../text.ts'
import { type Repository, repositoriesQuery } from './queries.ts'

const ANNOUNCE_ON: Record<Repository['announceOn'], string> = {
  merge: 'Once merged',
  release: 'Once a release contains it',
  tag: 'Once a tag contains it',
}

/** Which merges of each repository belong to the changelog, and from when they may be announced. */
export function Repositories() {
  const { id: account } = useAccount()
  const { data } = useQuery(repositoriesQuery(account))
  if (!data || data.total === 0) return null
  return (
    <Section
      title="Scope and release rules"
      lead="Which merges of a repository belong to this changelog, and from when they may be announced."
    >
      <ul>
        {data.repositories.map(repository => (
          <RepositoryRules key={repository.id} repository={repository} />
        ))}
      </ul>
    </Section>
  )
}

function RepositoryRules({ repository }: { repository: Repository }) {
  const { may } = useAccount()
  const { includePaths, excludePaths, announceOn } = repository
  const paths =
    includePaths.length + excludePaths.length === 0
      ? 'all paths'
      : [...includePaths, ...excludePaths.map(path => `not ${path}`)].join(', ')
  const summary = `${paths} · announced ${ANNOUNCE_ON[announceOn].toLowerCase()}`
  const heading = (
    <>
      <span className="font-semibold wrap-anywhere">{repoName(repository.name)}</span>{' '}
      <span className="text-s text-quiet wrap-anywhere">{summary}</span>
    </>
  )
  if (!may('owner')) return <li className="border-t border-line/60 py-3">{heading}</li>
  return (
    <li className="border-t border-line/60">
      <details>
        <summary className="cursor-pointer rounded-md py-3">{heading}</summary>
        <RulesForm repository={repository} />
      </details>
    </li>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

function RulesForm({ repository }: { repository: Repository }) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const [announceOn, setAnnounceOn] = useState(repository.announceOn)
  const [include, setInclude] = useState(repository.includePaths.join('\n'))
  const [exclude, setExclude] = useState(repository.excludePaths.join('\n'))
  const save = useMutation({
    mutationFn: () =>
      act(account, 'repository set', {
        repo: `${repository.host}/${repository.name}`,
        ...{ announceOn, include: linesOf(include), exclude: linesOf(exclude) },
      }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['sources', account] }),
  })
  return (
    <div className="grid max-w-[560px] gap-2 pb-4">
      <Form
        verb="Save rules"
        variant="secondary"
        onSend={() => save.mutate()}
        busy={save.isPending}
        error={save.error}
      >
        <Select
          label="Announce a merge"
          value={announceOn}
          options={namedOptions(ANNOUNCE_ON)}
          onPick={setAnnounceOn}
        />
        <TextArea
          label="Only these paths"
          hint="One pattern on each line, such as apps/web/**. Empty: all paths."
          name="includePaths"
          value={include}
          onChange={(event: FormEvent<HTMLTextAreaElement>) => setInclude(event.currentTarget.value)}
        />
        <TextArea
          label="Not these paths"
          hint="A merge that changes nothing else is left out."
          name="excludePaths"
          value={exclude}
          onChange={(event: FormEvent<HTMLTextAreaElement>) => setExclude(event.currentTarget.value)}
        />
      </Form>
      <Done>{save.isSuccess && 'Saved.'}</Done>
    </div>
  )
}
