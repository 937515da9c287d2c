import { useQuery } from '@tanstack/react-query'
import { Dot } from '../frame/page-count.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Rows } from '../parts/row.tsx'
import { counted } from '../text.ts'
import { PostRow } from './post-row.tsx'
import { CAUSES, type Cause, causeOf } from './post-state.tsx'
import { type ListedPost, waitingPostsQuery } from './queries.ts'

type Group = readonly [Cause, readonly ListedPost[]]

/**
 * How many posts failed, or wait for a person for the most urgent other reason. Unfolded, it shows what each waits for and what to do. Renders nothing if there are none.
 */
export function WaitingPosts() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(waitingPostsQuery(account))
  if (!data) return null
  const byCause = Map.groupBy(data.posts, causeOf)
  const groups = (Object.keys(CAUSES) as Cause[]).flatMap((cause): Group[] => {
    const posts = byCause.get(cause)
    return posts ? [[cause, posts]] : []
  })
  const [first] = groups
  if (!first) return null
  const others = data.posts.length - first[1].length
  return (
    <section aria-label="Waiting posts" className="rounded-md bg-raised px-4 py-2">
      <details>
        <summary className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md pointer-coarse:min-h-11">
          <Dot className="bg-accent" />
          <span className="flex-1">
            <strong className="font-semibold">
              {counted(first[1].length, 'post', 'posts')} {CAUSES[first[0]].title.toLowerCase()}
            </strong>
            {others > 0 && ` · ${counted(others, 'other needs', 'others need')} attention`}
          </span>
          <span className="underline [[open]>summary>&]:hidden">Show</span>
        </summary>
        <div className="grid gap-4 pt-3 pb-2">
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
        </div>
      </details>
    </section>
  )
}
