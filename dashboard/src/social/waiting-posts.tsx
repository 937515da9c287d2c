import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { NETWORKS, NetworkMark } from './networks.tsx'
import { PostActions } from './post-actions.tsx'
import { PostState, reasonOf } from './post-state.tsx'
import { type ListedPost, waitingPostsQuery } from './queries.ts'

/** The posts that wait for a person: why, and what can be done. Nothing while there are none. */
export function WaitingPosts() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(waitingPostsQuery(account))
  if (!data || data.posts.length === 0) return null
  return (
    <Section
      title={may('publisher') ? 'Waiting for you' : 'Waiting for a publisher'}
      lead="These posts have not gone out, or it is not known whether they did."
    >
      <ul className="grid gap-4">
        {data.posts.map(post => (
          <WaitingPost key={post.id} post={post} />
        ))}
      </ul>
      {data.next !== null && <p className="text-quiet">There are more. They appear as these are settled.</p>}
    </Section>
  )
}

function WaitingPost({ post }: { post: ListedPost }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md bg-raised p-4">
      <PostHeading post={post} />
      <p
        dir="auto"
        className="line-clamp-6 rounded-md bg-floating px-3 py-2 whitespace-pre-wrap wrap-anywhere"
      >
        {post.text}
      </p>
      <p className="text-pretty wrap-anywhere">
        {reasonOf(post)}{' '}
        {post.attemptedAt !== null && (
          <>
            <span className="text-quiet">
              Last tried <Time at={post.attemptedAt} />.
            </span>{' '}
            <LookLink post={post} />
          </>
        )}
      </p>
      <PostActions post={post} label={post.entryTitle ?? ''} />
    </li>
  )
}

/** Which entry and social account a post is of, and its state. */
export function PostHeading({ post }: { post: ListedPost }) {
  const { id: account } = useAccount()
  return (
    <div className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,220px)_136px]">
      <Link
        to="/$account/entries/$entry"
        params={{ account, entry: post.entryId }}
        dir="auto"
        className="min-w-0 rounded-md font-semibold wrap-anywhere hover:underline"
      >
        {post.entryTitle || 'Without a headline'}
      </Link>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-s text-quiet">
        {post.account && (
          <>
            <NetworkMark name={post.account.network} isWordShown />
            <span className="wrap-anywhere">{post.account.handle}</span>
          </>
        )}
      </p>
      <p className="text-s">
        <PostState post={post} />
      </p>
    </div>
  )
}

/** Leads to the post where its address is known, else to the account's profile, to look whether it is there. */
function LookLink({ post: { account, reference } }: { post: ListedPost }) {
  const href = reference?.url || account?.url
  if (!account || !href) return null
  return (
    <a href={href} target="_blank" rel="noreferrer" className="rounded-md text-accent underline">
      Look on {NETWORKS[account.network].title}
    </a>
  )
}
