import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/section.tsx'
import { NetworkMark } from './networks.tsx'
import { causeOf, PostState } from './post-state.tsx'
import { type ListedPost, postsQuery } from './queries.ts'
import { EntryLink } from './waiting-posts.tsx'

/** What became of the posts of a social account, newest first. */
export function RecentPosts({ socialAccount }: { socialAccount: string }) {
  const { id: account } = useAccount()
  const query = useInfiniteQuery(postsQuery(account, socialAccount))
  return (
    <Section title="Posts">
      <Loaded query={query} label="Loading posts">
        {({ pages }) => <Rows posts={pages.flatMap(page => page.posts)} />}
      </Loaded>
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more posts
          </Button>
        </div>
      )}
    </Section>
  )
}

function Rows({ posts }: { posts: readonly ListedPost[] }) {
  if (posts.length === 0) return <p className="text-quiet">Nothing has been posted yet.</p>
  return (
    <ul className="border-b border-line/60">
      {[...Map.groupBy(posts, post => post.entryId)].map(([entry, [first, ...others]]) => (
        <li
          key={entry}
          className="grid items-center gap-x-4 border-t border-line/60 py-1.5 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          {first && <EntryLink post={first} className="truncate" />}
          <div className="flex flex-wrap gap-x-4 text-s">
            {[first, ...others].map(post => post && <Outcome key={post.id} post={post} />)}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Where a post went and how it ended; leads to it where it is there. Why one waits is told above. */
function Outcome({ post }: { post: ListedPost }) {
  const { account, state, reference, entryTitle } = post
  const face = (
    <span className="inline-flex items-center gap-1.5" title={account?.handle}>
      {account && <NetworkMark name={account.network} />}
      <PostState post={post} />
    </span>
  )
  if (state === 'posted' && reference)
    return (
      <a
        href={reference.url}
        target="_blank"
        rel="noreferrer"
        className="rounded-md underline-offset-2 hover:underline"
      >
        {face}
        <span className="sr-only">: {entryTitle}</span>
      </a>
    )
  return (
    <span className="min-w-0">
      {face}
      {post.reason && causeOf(post) === null && (
        <span className="text-quiet wrap-anywhere"> {post.reason}</span>
      )}
    </span>
  )
}
