import { useQuery } from '@tanstack/react-query'
import { entryQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { PullLink } from '../inbox/merge.tsx'
import { Why } from '../inbox/why.tsx'

/** What a person needs to judge an entry that the machine is unsure of or holds: its pull requests, and why it was decided so. */
export function Grounds({ entry: id }: { entry: string }) {
  const { id: account } = useAccount()
  const { data } = useQuery(entryQuery(account, id))
  if (!data) return null
  const { entry, pulls } = data
  const primary = pulls.find(pull => pull.id === entry.primaryPullRequestId) ?? pulls[0]
  return (
    <div className="relative z-10 mt-1 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3 font-sans text-m text-ink">
      {pulls.map(pull => (
        <p key={pull.id} className="flex flex-wrap items-center gap-x-2 text-s">
          <PullLink pull={pull} />
          <span dir="auto" className="min-w-0 text-quiet wrap-anywhere">
            {pull.title}
          </span>
        </p>
      ))}
      {primary?.decision && <Why decision={primary.decision} url={primary.url} />}
    </div>
  )
}
