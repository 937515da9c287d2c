import { useQuery } from '@tanstack/react-query'
import { entryQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Merge } from '../inbox/merge.tsx'
import { Why } from '../inbox/why.tsx'

/** What a person needs to judge the current entry: the reason for its classification, and its merges. */
export function Grounds({ entry: id }: { entry: string }) {
  const { id: account } = useAccount()
  const { data } = useQuery(entryQuery(account, id))
  if (!data) return null
  const { entry, pulls } = data
  const primary = pulls.find(pull => pull.id === entry.primaryPullRequestId) ?? pulls[0]
  return (
    <div className="relative z-10 mt-1 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3 font-sans text-m text-ink">
      {primary?.decision && <Why decision={primary.decision} url={primary.url} />}
      {pulls.map(pull => (
        <Merge key={pull.id} pull={pull} isOnly={pulls.length === 1} />
      ))}
    </div>
  )
}
