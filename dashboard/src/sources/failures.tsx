import { useQuery } from '@tanstack/react-query'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { api, call } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
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

/** The ids of what is tried again. */
interface Failed {
  jobs: string[]
  entries: string[]
}

const FAILED = (
  <span className="text-danger">
    <Icon name="alert" />
  </span>
)

/** What gave up after several attempts, by repository and reason, each with a button to try it again. */
export function Failures() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(failuresQuery(account))
  const retry = useChange(['sources'], (json: Failed) =>
    call(api.accounts[':account'].failures.retry.$post({ param: { account }, json })),
  )
  if (!data || data.jobs.length + data.entries.length === 0) return null
  const again = (what: string, failed: Failed) =>
    may('owner') && (
      <Button aria-label={`Try again: ${what}`} busy={retry.isPending} onClick={() => retry.mutate(failed)}>
        Try again
      </Button>
    )
  const alike = Map.groupBy(data.jobs, ({ kind, repo, error }) => JSON.stringify([kind, repo, error]))
  return (
    <div className="rounded-md bg-raised px-4 py-3">
      <Section
        title="Failed"
        lead={`Tidings tried several times and stopped. ${may('owner') ? 'Fix the cause, then try again.' : 'An owner can try again.'}`}
      >
        <Rows label="Failed">
          {[...alike.values()].map(([job, ...more]) => {
            if (!job) return null
            const what = KINDS[job.kind] ?? sentenceCase(job.kind)
            return (
              <Row
                key={job.id}
                mark={FAILED}
                title={job.repo ?? what}
                meta={
                  <>
                    {job.repo !== null && `${what} · `}
                    {more.length > 0 && `${more.length + 1} times, since `}
                    <Time at={job.createdAt} /> · {job.error ?? 'The reason is in the log.'}
                  </>
                }
                action={again(job.repo === null ? what : `${what}, ${job.repo}`, {
                  jobs: [job, ...more].slice(0, MAX_ITEMS_PER_REQUEST).map(({ id }) => id),
                  entries: [],
                })}
              />
            )
          })}
          {data.entries.map(({ entryId, title, error }) => (
            <Row
              key={entryId}
              mark={FAILED}
              title={title || 'Without a headline'}
              link={{ to: '/$account/entries/$entry', params: { account, entry: entryId } }}
              meta={`Could not be published: ${error}`}
              action={again(title, { jobs: [], entries: [entryId] })}
            />
          ))}
        </Rows>
        <Problem error={retry.error} />
      </Section>
    </div>
  )
}
