import { useQuery } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/text/time.tsx'
import { sentenceCase } from '../text.ts'
import { failuresQuery } from './queries.ts'

/** Plain names for kinds of jobs. */
const KINDS: Record<string, string> = {
  backfill: 'Import of earlier merges',
  delivery: 'Webhook delivery',
  'git-import': 'Import of a git directory',
  policy: 'Queueing of drafts',
  reconcile: 'Check for missed merges',
  review: 'Review of an open pull request',
  ship: 'Check for releases',
  'tell of a social account': 'Email about a social account',
  'withdraw social post': 'Withdrawal of a social post',
}

/** The jobs that gave up after several attempts, and buttons to try them again. */
export function Failures() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(failuresQuery(account))
  const retry = useChange(['sources'], () => {
    const json = {
      jobs: data?.jobs.map(({ id }) => id) ?? [],
      entries: data?.entries.map(({ entryId }) => entryId) ?? [],
    }
    return call(api.accounts[':account'].failures.retry.$post({ param: { account }, json }))
  })
  const count = data ? data.jobs.length + data.entries.length : 0
  if (!data || count === 0) return null
  const isOne = count === 1
  const lead = `Tidings tried ${isOne ? 'this' : 'these'} several times and stopped.`
  return (
    <Section
      title="Failed"
      lead={
        may('owner')
          ? `${lead} Fix the cause, then try again.`
          : `${lead} An owner can try ${isOne ? 'it' : 'them'} again.`
      }
    >
      <Rows>
        {data.jobs.map(job => (
          <Row
            key={job.id}
            title={KINDS[job.kind] ?? sentenceCase(job.kind)}
            meta={
              <>
                <Time at={job.createdAt} /> · {job.error ?? 'The reason is in the log.'}
              </>
            }
          />
        ))}
        {data.entries.map(entry => (
          <Row
            key={entry.entryId}
            title={entry.title || 'Without a headline'}
            link={{ to: '/$account/entries/$entry', params: { account, entry: entry.entryId } }}
            meta={`Could not be published: ${entry.error}`}
          />
        ))}
      </Rows>
      <Problem error={retry.error} />
      {may('owner') && (
        <div>
          <Button change={retry}>Try again</Button>
        </div>
      )}
    </Section>
  )
}
