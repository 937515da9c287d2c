import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { LoadError } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { reasonOf } from './post-state.tsx'
import { type ListedPost, postsQuery } from './queries.ts'
import { PostHeading } from './waiting-posts.tsx'

/** All posts with what became of them, newest first. */
export function RecentPosts() {
  const { id: account } = useAccount()
  const query = useInfiniteQuery(postsQuery(account))
  const posts = query.data?.pages.flatMap(page => page.posts) ?? []
  return (
    <Section title="Posts">
      {query.isPending && <RowsLoading label="Loading posts" />}
      {query.error && !query.data && <LoadError error={query.error} onRetry={query.refetch} />}
      {query.data && posts.length === 0 && <p className="text-quiet">Nothing has been posted yet.</p>}
      <ul className="border-b border-line/60 empty:hidden">
        {posts.map(post => (
          <PostRow key={post.id} post={post} />
        ))}
      </ul>
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

function PostRow({ post }: { post: ListedPost }) {
  const reason = reasonOf(post)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line/60 py-3">
      <PostHeading post={post} />
      {reason && <p className="text-s text-quiet wrap-anywhere">{reason}</p>}
      {post.state === 'posted' && post.reference && (
        <a
          href={post.reference.url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open the post: ${post.entryTitle}`}
          className="w-fit rounded-md text-s text-accent underline"
        >
          Open the post
        </a>
      )}
    </li>
  )
}
