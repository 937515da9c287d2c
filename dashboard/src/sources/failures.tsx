import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { failuresQuery } from './queries.ts'

/** What gave up after several attempts, and a way to try it again. */
export function Failures() {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const { data } = useQuery(failuresQuery(account))
  const retry = useMutation({
    mutationFn: () => {
      const json = {
        jobs: data?.jobs.map(({ id }) => id) ?? [],
        entries: data?.entries.map(({ entryId }) => entryId) ?? [],
      }
      return call(api.accounts[':account'].failures.retry.$post({ param: { account }, json }))
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['sources', account] }),
  })
  if (!data || data.jobs.length + data.entries.length === 0) return null
  return (
    <Section
      title="Gave up"
      lead="These failed again and again, and wait for a person. Once the cause is mended, try them again."
    >
      <ul className="border-b border-line/60">
        {data.jobs.map(job => (
          <li key={job.id} className="border-t border-line/60 py-2">
            <p className="font-semibold">{job.kind}</p>
            <p className="text-s text-quiet wrap-anywhere">
              {job.error ?? 'No reason is known.'} · <Time at={job.createdAt} />
            </p>
          </li>
        ))}
        {data.entries.map(entry => (
          <li key={entry.entryId} className="border-t border-line/60 py-2">
            <Link
              to="/$account/entries/$entry"
              params={{ account, entry: entry.entryId }}
              dir="auto"
              className="rounded-md font-semibold hover:underline"
            >
              {entry.title || 'Without a headline'}
            </Link>
            <p className="text-s text-quiet wrap-anywhere">Could not be published: {entry.error}</p>
          </li>
        ))}
      </ul>
      <Problem error={retry.error} />
      {may('owner') && (
        <div>
          <Button busy={retry.isPending} onClick={() => retry.mutate()}>
            Try all again
          </Button>
        </div>
      )}
    </Section>
  )
}
