import { Link } from '@tanstack/react-router'
import type { ListedEntry } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { Withdraw } from '../decisions/withdraw.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { NetworkMark } from '../social/networks.tsx'
import { fullTime, shortDayName } from '../time.ts'

interface Props {
  entry: ListedEntry
  /** The name of its set, where the account has sets. */
  set: string | undefined
  onDecide: (decision: Decision) => void
}

/** When it was published, or when one that never was came in. */
export const timeOf = (entry: ListedEntry): number =>
  entry.state === 'published' || entry.state === 'withdrawn' ? entry.publishedAt : entry.createdAt

/** An entry that readers see or saw, where it was told, and what can be done with it. */
export function PublishedRow({ entry, set, onDecide }: Props) {
  const { id: account, may, timeZone } = useAccount()
  const link = { to: '/$account/entries/$entry', params: { account, entry: entry.id } } as const
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 border-t border-line/60 py-1.5">
      <KindGlyph kind={entry.kind} />
      <div className="min-w-40 flex-1">
        <Link
          {...link}
          dir="auto"
          className="line-clamp-2 rounded-md font-semibold wrap-anywhere hover:underline"
        >
          <Headline title={entry.title} />
        </Link>
        <p className="flex flex-wrap items-center gap-x-3 text-s text-quiet">
          <time dateTime={new Date(timeOf(entry)).toISOString()} title={fullTime(timeOf(entry), timeZone)}>
            {shortDayName(timeOf(entry), timeZone)}
          </time>
          {set && <span>{set}</span>}
          {entry.flag === 'reverted' && <span>reverted</span>}
          {entry.flag === 'review' && <span>partly reverted</span>}
          <Told entry={entry} />
        </p>
      </div>
      {may('publisher') && (
        <div className="-mr-2 hidden sm:flex">
          {entry.state !== 'dismissed' && (
            <Link {...link} className={`${buttonClass('ghost')} px-2!`} aria-label={`Edit: ${entry.title}`}>
              Edit
            </Link>
          )}
          {entry.state === 'published' && (
            <Withdraw
              entry={entry}
              label={`Withdraw: ${entry.title}`}
              className="px-2!"
              onConfirm={() => onDecide({ transition: 'withdraw' })}
            />
          )}
          {entry.state === 'withdrawn' && (
            <Button
              variant="ghost"
              className="px-2!"
              aria-label={`Publish again: ${entry.title}`}
              onClick={() => onDecide({ transition: 'republish' })}
            >
              Publish again
            </Button>
          )}
        </div>
      )}
      {entry.state === 'dismissed' && may('writer') && (
        <Button
          variant="ghost"
          className="-mr-2 px-2!"
          aria-label={`Restore: ${entry.title}`}
          onClick={() => onDecide({ transition: 'restore' })}
        >
          Restore
        </Button>
      )}
    </li>
  )
}

type Post = ListedEntry['posts'][number]

/** What is said of posts that are not simply there, before their marks. */
const NOTES: Partial<Record<Post['state'], string>> = {
  planned: 'planned',
  attempting: 'being sent',
  failed: 'failed',
  unknown: 'outcome unknown',
  withdrawn: 'removed',
}

const noteOf = ({ state, isHeld }: Post): string | undefined => (isHeld ? 'held' : NOTES[state])

/** Where readers find it besides the feed: the hosted page and posts. */
function Told({ entry: { state, title, address, posts } }: { entry: ListedEntry }) {
  if (state === 'dismissed') return null
  return (
    <>
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`View: ${title}`}
          className="rounded-md underline hover:text-ink"
        >
          View
        </a>
      )}
      {[...Map.groupBy(posts, noteOf)].map(([note, those]) => (
        <span key={note ?? 'posted'} className="inline-flex items-center gap-1.5">
          {note && `${note}:`}
          {those.map((post, at) => (
            <PostMark key={`${post.network} ${post.url ?? at}`} post={post} />
          ))}
        </span>
      ))}
    </>
  )
}

/** The mark of the network, as a link to the post where it is there. */
function PostMark({ post: { network, state, url } }: { post: Post }) {
  const mark = <NetworkMark name={network} />
  if (!url || state !== 'posted') return mark
  return (
    <a href={url} target="_blank" rel="noreferrer" className="inline-flex rounded-md hover:text-ink">
      {mark}
    </a>
  )
}
