import { useQuery } from '@tanstack/react-query'
import { Dot } from '../frame/page-count.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { Rows } from '../parts/row.tsx'
import { counted } from '../text.ts'
import { NETWORKS } from './faces.tsx'
import { PostRow } from './post-row.tsx'
import { CAUSES, type Cause, causeOf } from './post-state.tsx'
import { type ListedPost, waitingPostsQuery } from './queries.ts'

type Group = readonly [Cause, readonly ListedPost[]]

/**
 * A line about the posts that wait for a person. Unfolded, it shows what each waits for and what to do. Renders nothing if there are none.
 */
export function WaitingPosts() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(waitingPostsQuery(account))
  if (!data || data.posts.length === 0) return null
  const byCause = Map.groupBy(data.posts, causeOf)
  const groups = (Object.keys(CAUSES) as Cause[]).flatMap((cause): Group[] => {
    const posts = byCause.get(cause)
    return posts ? [[cause, posts]] : []
  })
  return (
    <section aria-label="Waiting posts" className="rounded-md bg-raised px-4 py-2">
      <Fold
        title={
          <span className="text-ink">
            <Dot className="mr-2 inline-block bg-accent" />
            <strong className="font-semibold">{summaryOf(groups)}:</strong>{' '}
            <span className="underline">see them</span>
          </span>
        }
      >
        {groups.map(([cause, posts]) => {
          const { title, why, advice } = CAUSES[cause]
          return (
            <div key={cause} className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <p className="text-quiet text-pretty">
                <strong className="font-semibold text-ink">{title}.</strong> {why}{' '}
                {may('publisher') && advice}
              </p>
              <Rows label={title}>
                {posts.map(post => (
                  <PostRow key={post.id} post={post} isAccountShown />
                ))}
              </Rows>
            </div>
          )
        })}
        {data.next !== null && (
          <p className="text-quiet">There are more. They appear as these are settled.</p>
        )}
      </Fold>
    </section>
  )
}

/** A summary like "2 posts failed on Mastodon, 1 held". */
const summaryOf = (groups: readonly Group[]): string =>
  groups
    .map(([cause, posts], at) => {
      const title = CAUSES[cause].title.toLowerCase()
      if (at > 0) return `${posts.length} ${title}`
      const networks = new Set(posts.flatMap(({ account }) => account?.network ?? []))
      const places = new Intl.ListFormat('en').format([...networks].map(name => NETWORKS[name].title))
      return `${counted(posts.length, 'post', 'posts')} ${title}${places && ` on ${places}`}`
    })
    .join(', ')
