import type { ReactNode } from 'react'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Time } from '../parts/text/time.tsx'
import { sentenceCase } from '../text.ts'
import type { Failed, FailedJob } from './queries.ts'

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

/** What gave up after several attempts and is shown in no row of a repository. */
export function Failures({ jobs, entries }: Failed) {
  if (jobs.length + entries.length === 0) return null
  return (
    <Section title="Failed" lead="Tidings tried several times and stopped. An owner can try again.">
      {jobs.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <div className="min-w-40 flex-1 text-pretty wrap-anywhere">
            {failuresOf(jobs, null).map(({ id, text }) => (
              <p key={id}>{text}</p>
            ))}
          </div>
          <TryAgain what="what failed" jobs={jobs} />
        </div>
      )}
      <Rows label="Failed">
        {entries.map(({ entryId, title, error }) => (
          <Row
            key={entryId}
            title={title || 'Without a headline'}
            link={{ to: '/$account/entries/$entry', params: { entry: entryId } }}
            meta={`Could not be published: ${error}`}
            action={<TryAgain what={title} entries={[entryId]} />}
          />
        ))}
      </Rows>
    </Section>
  )
}

/** A sentence for each kind of failed job and reason; with its repository, unless that is `repo`. */
export function failuresOf(
  jobs: readonly FailedJob[],
  repo: string | null,
): { id: string; text: ReactNode }[] {
  const alike = Map.groupBy(jobs, job => JSON.stringify([job.kind, job.repo, job.error]))
  return [...alike.values()].flatMap(([job, ...more]) => {
    if (!job) return []
    const text = (
      <>
        <span className="text-ink">
          {job.repo !== repo && `${job.repo}: `}
          {KINDS[job.kind] ?? sentenceCase(job.kind)} failed{' '}
          {more.length > 0 && `${more.length + 1} times, first `}
          <Time at={job.createdAt} />:
        </span>{' '}
        {job.error ?? 'The reason is in the log.'}
      </>
    )
    return [{ id: job.id, text }]
  })
}

interface TryAgainProps {
  /** What is tried again, for the accessible name. */
  what: string
  jobs?: readonly FailedJob[]
  /** The ids of entries that could not be published. */
  entries?: string[]
}

/** The button with which an owner tries again what gave up. */
export function TryAgain({ what, jobs = [], entries = [] }: TryAgainProps) {
  const { id: account, may } = useAccount()
  if (!may('owner')) return null
  const json = { jobs: jobs.slice(0, MAX_ITEMS_PER_REQUEST).map(({ id }) => id), entries }
  return (
    <ChangeButton
      verb="Try again"
      label={`Try again: ${what}`}
      send={() => call(api.accounts[':account'].failures.retry.$post({ param: { account }, json }))}
    />
  )
}
