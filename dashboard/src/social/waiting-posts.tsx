import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Section } from '../parts/section.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { Time } from '../parts/text/time.tsx'
import { NETWORKS } from './faces.tsx'
import { NetworkMark } from './networks.tsx'
import { PostActions } from './post-actions.tsx'
import { CAUSES, type Cause, causeOf } from './post-state.tsx'
import { type ListedPost, waitingPostsQuery } from './queries.ts'

/** The posts that wait for a person, by what they wait for and what is to be done. Nothing while there are none. */
export function WaitingPosts() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(waitingPostsQuery(account))
  if (!data || data.posts.length === 0) return null
  const groups = Map.groupBy(data.posts, causeOf)
  return (
    <Section
      title="Waiting posts"
      lead={!may('publisher') && 'A publisher can settle, send, edit or cancel them.'}
    >
      <div className="grid gap-6">
        {(Object.keys(CAUSES) as Cause[]).map(cause => {
          const { title, why, advice } = CAUSES[cause]
          const posts = groups.get(cause)
          if (!posts) return null
          return (
            <div key={cause} className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <div>
                <h3 className="font-semibold">
                  {title} <span className="font-normal text-quiet tabular-nums">{posts.length}</span>
                </h3>
                <p className="text-quiet text-pretty">
                  {why} {may('publisher') && advice}
                </p>
              </div>
              <ul className="border-b border-line/60">
                {posts.map(post => (
                  <WaitingPost key={post.id} post={post} />
                ))}
              </ul>
            </div>
          )
        })}
      </div>
      {data.next !== null && <p className="text-quiet">There are more. They appear as these are settled.</p>}
    </Section>
  )
}

function WaitingPost({ post }: { post: ListedPost }) {
  const { id: account } = useAccount()
  const rest = withoutTitle(post)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line/60 py-3">
      <div className="grid min-w-60 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <EntryLink post={post} className="line-clamp-2" />
        {rest !== '' && (
          <p dir="auto" className="line-clamp-3 whitespace-pre-line wrap-anywhere">
            {rest}
          </p>
        )}
        <p className="flex flex-wrap gap-x-3 text-s text-quiet wrap-anywhere">
          {post.account && (
            <span className="inline-flex items-center gap-1.5">
              <NetworkMark name={post.account.network} />
              {post.account.handle}
            </span>
          )}
          {post.held === null && post.reason && <span>{post.reason}</span>}
          {post.attemptedAt !== null && (
            <span>
              tried <Time at={post.attemptedAt} />
            </span>
          )}
          {post.attemptedAt !== null && <LookLink post={post} />}
        </p>
      </div>
      <PostActions post={post} label={post.entryTitle ?? ''}>
        {post.state === 'failed' && (
          <Link
            to="/$account/entries/$entry"
            params={{ account, entry: post.entryId }}
            aria-label={`Edit post: ${post.entryTitle ?? ''}`}
            className={buttonClass('secondary')}
          >
            Edit post
          </Link>
        )}
      </PostActions>
    </li>
  )
}

/** The text of a post after the title of its entry, which stands above it. */
const withoutTitle = ({ text, entryTitle }: ListedPost): string =>
  (entryTitle && text.startsWith(entryTitle) ? text.slice(entryTitle.length) : text).trim()

export function EntryLink({ post, className }: { post: ListedPost; className: string }) {
  const { id: account } = useAccount()
  return (
    <Link
      to="/$account/entries/$entry"
      params={{ account, entry: post.entryId }}
      dir="auto"
      className={`rounded-md font-semibold wrap-anywhere hover:underline ${className}`}
    >
      <Headline title={post.entryTitle ?? ''} />
    </Link>
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
