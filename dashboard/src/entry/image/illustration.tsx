import { Link } from '@tanstack/react-router'
import type { EntryDetail } from '../../api/entry-queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { offeredText } from './offered.ts'
import { Picture } from './picture.tsx'

/** The picture or recording of an entry in review; for a draft without one, a link to those in its pull requests. */
export function Illustration({ detail }: { detail: EntryDetail }) {
  const { id: account, may } = useAccount()
  const { entry, pulls } = detail
  const offered = entry.state === 'draft' && may('writer') ? offeredText(pulls) : null
  if (entry.image) return <Picture detail={detail} className="max-h-60" />
  if (offered === null) return null
  return (
    <Link
      to="/$account/entries/$entry"
      params={{ account, entry: entry.id }}
      className="w-fit rounded-md text-s text-quiet underline hover:text-ink"
    >
      {offered}
    </Link>
  )
}
