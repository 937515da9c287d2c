import { Fragment } from 'react'
import type { ListedEntry } from '../api/entry-queries.ts'
import { type Decision, OFFERS } from '../decisions/decision.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { askToWithdraw } from '../decisions/withdraw.tsx'
import { useAccount } from '../frame/use-account.ts'
import { StateIcon } from '../parts/icon.tsx'
import { EntryLink } from '../parts/text/entry-link.tsx'
import { Out } from '../parts/text/out.tsx'
import { NETWORKS } from '../social/faces.tsx'
import { counted } from '../text.ts'
import { CalendarRow, rowButton } from './calendar-row.tsx'

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

/** An entry that readers see or saw, with its posts and what can be done with it. */
export function PublishedRow({ entry, set, isGone, onDecide }: Props) {
  const { may } = useAccount()
  const { id, state, title, address, origin, items, partOf, flag } = entry
  const mayWithdraw = state === 'published' && may('publisher')
  return (
    <li className={isGone ? 'invisible' : ''}>
      <CalendarRow
        entry={entry}
        at={timeOf(entry)}
        link={{ to: '/$account/entries/$entry', params: { entry: id } }}
        notes={[
          origin === 'edition' && <span key="items">Edition · {counted(items, 'entry', 'entries')}</span>,
          partOf && (
            <span key="edition" className="min-w-0">
              Part of <EntryLink entry={partOf.id}>{partOf.title}</EntryLink>
            </span>
          ),
          set && <span key="set">{set}</span>,
          flag === 'reverted' && <span key="flag">reverted</span>,
          flag === 'review' && <span key="flag">to be checked</span>,
          state !== 'dismissed' && <Posts key="posts" posts={entry.posts} />,
        ]}
        action={state === 'published' ? undefined : <Back entry={entry} onDecide={onDecide} />}
        menu={{
          label: `More: ${title}`,
          items: [
            ...(address ? [{ label: 'View', onPick: () => void open(address, '_blank', 'noreferrer') }] : []),
            ...(mayWithdraw
              ? [{ label: 'Withdraw…', onPick: () => void askToWithdraw(entry, items, onDecide) }]
              : []),
          ],
        }}
      />
    </li>
  )
}

/** What brings an entry back that was withdrawn or dismissed. */
function Back({ entry: { state, title }, onDecide }: Pick<Props, 'entry' | 'onDecide'>) {
  const { may } = useAccount()
  const isWithdrawn = state === 'withdrawn'
  const { label, decision, least } = isWithdrawn ? OFFERS.publishAgain : OFFERS.restore
  return (
    may(least) && (
      <DecisionButton
        decision={decision}
        subject={`“${title}” again`}
        variant="ghost"
        className={rowButton}
        aria-label={`${label}${isWithdrawn ? ' again' : ''}: ${title}`}
        onClick={() => onDecide(decision)}
      >
        {label}
      </DecisionButton>
    )
  )
}

type Post = ListedEntry['posts'][number]

/** The words before the networks of posts in each state. */
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
      <span key={note} className={isAlarming ? 'font-semibold text-danger' : ''}>
        {isAlarming && <StateIcon name="alert" color="text-danger" />}
        {note}{' '}
        {those.map((post, at) => (
          <Fragment key={`${post.network} ${post.url ?? at}`}>
            {at > 0 && (at < those.length - 1 ? ', ' : ' and ')}
            <PostedOn post={post} />
          </Fragment>
        ))}
      </span>
    )
  })

/** The network of a post. It links to the post if that is there. */
function PostedOn({ post: { network, state, url } }: { post: Post }) {
  const { title } = NETWORKS[network]
  if (!url || state !== 'posted') return title
  return (
    <Out href={url} className="underline hover:text-ink">
      {title}
    </Out>
  )
}
