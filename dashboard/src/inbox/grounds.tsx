import type { CoveredPull, EntryDetail } from '../api/entry-queries.ts'
import { Merge } from './merge.tsx'
import { Why } from './why.tsx'

/** The merge that an entry is mainly about. An imported entry has none. */
export const primaryOf = ({ entry, pulls }: EntryDetail): CoveredPull | undefined =>
  pulls.find(({ id }) => id === entry.primaryPullRequestId) ?? pulls[0]

interface Props {
  detail: EntryDetail
  /** The heading level of the reason, one below that of the entry. */
  heading?: 'h2' | 'h3'
  /** Whether what the author wrote is folded too, as in a row of a list. */
  isBrief?: boolean
}

/** Why an entry exists: the reason for its classification, and its merges. What the author wrote is open beside a body, to compare the two. */
export function Grounds({ detail, heading = 'h3', isBrief = false }: Props) {
  const { pulls } = detail
  const primary = primaryOf(detail)
  return (
    <>
      {primary?.decision && (
        <Why decision={primary.decision} before={primary.before} url={primary.url} heading={heading} />
      )}
      {pulls.map(pull => (
        <Merge
          key={pull.id}
          pull={pull}
          isOnly={pulls.length === 1}
          isOpen={!isBrief && pulls.length === 1 && detail.entry.body !== ''}
        />
      ))}
    </>
  )
}
