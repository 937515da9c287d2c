import { Dot } from '../frame/page-count.tsx'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Icon } from '../parts/icon.tsx'
import { Rows } from '../parts/row.tsx'
import { counted } from '../text.ts'
import { PostRow } from './post-row.tsx'
import { CAUSES, type Cause, causeOf } from './post-state.tsx'
import { type ListedPost, waitingPostsQuery } from './queries.ts'

type Group = readonly [Cause, readonly ListedPost[]]

/**
 * A row of a list: how many posts failed, or wait for a person for the most urgent other reason. Unfolded, it shows what each waits for and what to do. Renders nothing if there are none.
 */
export function WaitingPosts() {
  const { may } = useAccount()
  const { data } = useAccountQuery(waitingPostsQuery)
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
    <li>
      <section aria-label="Waiting posts">
        <details className="m-0!">
          <summary className="group flex min-h-13 cursor-pointer items-center gap-3 rounded-md py-2">
            <span className="grid w-8 shrink-0 place-items-center">
              <Dot className="bg-accent" />
            </span>
            <span className="flex-1">
              <strong className="block font-semibold group-hover:underline">
                {counted(first[1].length, 'post', 'posts')} {CAUSES[first[0]].title.toLowerCase()}
              </strong>
              {others > 0 && (
                <span className="block text-s text-quiet">
                  {counted(others, 'other needs', 'others need')} attention
                </span>
              )}
            </span>
            <Icon name="down" className="size-3 -rotate-90 text-quiet [[open]>summary>&]:rotate-0" />
          </summary>
          <div className="grid gap-4 pt-3 pb-4">
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
    </li>
  )
}
