import { Link } from '@tanstack/react-router'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { ListedEntry } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { Withdraw } from '../decisions/withdraw.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Row } from '../parts/row.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { NetworkMark } from '../social/networks.tsx'
import { fullTime, shortDay } from '../time.ts'

interface Props {
  entry: ListedEntry
  /** The name of the entry's set, if the account has sets. */
  set: string | undefined
  /** The entry has left the list, and the row only keeps its place. */
  isGone: boolean
  onDecide: (decision: Decision) => void
}

/** When the entry was published; when it was created if it never was. */
export const timeOf = (entry: ListedEntry): number =>
  entry.state === 'published' || entry.state === 'withdrawn' ? entry.publishedAt : entry.createdAt

/** An entry that readers see or saw, with its posts and what can be done with it. The headline leads to the entry's page. */
export function PublishedRow({ entry, set, isGone, onDecide }: Props) {
  const { id: account, timeZone } = useAccount()
  return (
    <Row
      isGone={isGone}
      mark={
        entry.origin === 'edition' ? (
          <Icon name="edition" className="size-4 text-quiet" />
        ) : (
          <KindGlyph kind={entry.kind} />
        )
      }
      title={<Headline title={entry.title} />}
      link={{ to: '/$account/entries/$entry', params: { account, entry: entry.id } }}
      meta={
        <span className="flex flex-wrap items-center gap-x-3 *:relative">
          <span aria-hidden="true">{KIND_FACES[entry.kind].word}</span>
          <time dateTime={new Date(timeOf(entry)).toISOString()} title={fullTime(timeOf(entry), timeZone)}>
            {shortDay(timeOf(entry), timeZone)}
          </time>
          {entry.origin === 'edition' && (
            <span>Edition · {entry.items === 1 ? '1 entry' : `${entry.items} entries`}</span>
          )}
          {entry.partOf && (
            <span className="min-w-0">
              Part of{' '}
              <Link
                to="/$account/entries/$entry"
                params={{ account, entry: entry.partOf.id }}
                dir="auto"
                className="rounded-md underline wrap-anywhere hover:text-ink"
              >
                {entry.partOf.title}
              </Link>
            </span>
          )}
          {set && <span>{set}</span>}
          {entry.flag === 'reverted' && <span>reverted</span>}
          {entry.flag === 'review' && <span>to be checked</span>}
          {entry.state !== 'dismissed' && <Posts posts={entry.posts} />}
        </span>
      }
      action={<Actions entry={entry} onDecide={onDecide} />}
    />
  )
}

/** Shows what is less frequent while the row is pointed at or has the focus. */
const onHover = 'pointer-fine:not-group-hover:not-group-focus-within:opacity-0'

/** A link to the entry on the hosted page, and the action that withdraws it or publishes it again. */
function Actions({ entry, onDecide }: Pick<Props, 'entry' | 'onDecide'>) {
  const { id: account, may } = useAccount()
  const { state, title, address } = entry
  return (
    <div className="flex gap-1 forced-colors:gap-2">
      {address && (
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`View: ${title}`}
          className={`${buttonClass('tertiary')} px-3! max-sm:hidden ${onHover}`}
        >
          View <Icon name="open" className="size-3.5" />
        </a>
      )}
      {state === 'published' && may('publisher') && (
        <Withdraw
          entry={entry}
          items={entry.items}
          label={`Withdraw: ${title}`}
          className={`px-3! max-sm:hidden ${onHover}`}
          onConfirm={onDecide}
        />
      )}
      {state === 'published' && may('publisher') && (
        <Link
          to="/$account/entries/$entry"
          params={{ account, entry: entry.id }}
          aria-label={`Edit: ${title}`}
          className={`${buttonClass('secondary')} px-3!`}
        >
          Edit
        </Link>
      )}
      {state === 'withdrawn' && may('publisher') && (
        <DecisionButton
          decision={{ action: 'entry publish' }}
          subject={`“${title}” again`}
          variant="tertiary"
          className="px-3!"
          aria-label={`Publish again: ${title}`}
          onClick={() => onDecide({ action: 'entry publish' })}
        >
          Publish
        </DecisionButton>
      )}
      {state === 'dismissed' && may('writer') && (
        <Button
          variant="tertiary"
          className="px-3!"
          aria-label={`Restore: ${title}`}
          onClick={() => onDecide({ action: 'entry restore' })}
        >
          Restore
        </Button>
      )}
    </div>
  )
}

type Post = ListedEntry['posts'][number]

/** The words before the network marks of posts in each state. */
const NOTES: Record<Post['state'], string> = {
  planned: 'Planned for',
  attempting: 'Being sent to',
  posted: 'Posted on',
  cancelled: 'Cancelled for',
  failed: 'Failed on',
  unknown: 'Not confirmed on',
  withdrawn: 'Removed from',
}

/** The words for posts that wait for a person. */
const ALARMING: readonly string[] = [NOTES.failed, NOTES.unknown]

const noteOf = ({ state, isHeld }: Post): string => (isHeld ? 'Held for' : NOTES[state])

/** The states of the entry's posts. */
const Posts = ({ posts }: { posts: readonly Post[] }) =>
  [...Map.groupBy(posts, noteOf)].map(([note, those]) => {
    const isAlarming = ALARMING.includes(note)
    return (
      <span
        key={note}
        className={`inline-flex items-center ${isAlarming ? 'font-semibold text-danger' : ''}`}
      >
        {isAlarming && (
          <span aria-hidden="true" className="mr-1">
            !
          </span>
        )}
        {note}
        {those.map((post, at) => (
          <PostMark key={`${post.network} ${post.url ?? at}`} post={post} />
        ))}
      </span>
    )
  })

/** The mark of the network. It links to the post if that is on the network. */
function PostMark({ post: { network, state, url } }: { post: Post }) {
  const mark = <NetworkMark name={network} />
  const className = 'inline-grid size-6 place-items-center rounded-md'
  if (!url || state !== 'posted') return <span className={className}>{mark}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer" className={`${className} hover:text-ink`}>
      {mark}
    </a>
  )
}
