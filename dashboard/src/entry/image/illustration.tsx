import type { EntryDetail } from '../../api/entry-queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { EntryLink } from '../../parts/text/entry-link.tsx'
import { offeredText } from './offered.ts'
import { Picture } from './picture.tsx'

/** The picture or recording of an entry in review; for a draft without one, a link to those in its pull requests. */
export function Illustration({ detail }: { detail: EntryDetail }) {
  const { may } = useAccount()
  const { entry, pulls } = detail
  const offered = entry.state === 'draft' && may('writer') ? offeredText(pulls) : null
  if (entry.image) return <Picture detail={detail} className="max-h-60" />
  if (offered === null) return null
  return (
    <EntryLink entry={entry.id} className="w-fit text-s text-quiet underline hover:text-ink">
      {offered}
    </EntryLink>
  )
}
