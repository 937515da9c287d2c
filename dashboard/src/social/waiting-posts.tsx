import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { FoldingRow } from '../parts/folding-row.tsx'
import { Icon } from '../parts/icon.tsx'
import { Rows } from '../parts/row.tsx'
import { counted } from '../text.ts'
import { PostRow } from './post-row.tsx'
import { CAUSES, type Cause, causeOf } from './post-state.tsx'
import { type ListedPost, waitingPostsQuery } from './queries.ts'

type Group = readonly [Cause, readonly ListedPost[]]

/**
 * A row that unfolds: how many posts failed, or wait for a person for the most urgent other reason. Unfolded, it shows what each waits for and what to do. Renders nothing if there are none.
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
    <Rows>
      <FoldingRow
        mark={
          <span className="grid w-8 shrink-0 place-items-center text-danger">
            <Icon name="alert" className="size-5" />
          </span>
        }
        title={`${counted(first[1].length, 'post', 'posts')} ${CAUSES[first[0]].title.toLowerCase()}`}
        meta={others > 0 && `${counted(others, 'other needs', 'others need')} attention`}
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
      </FoldingRow>
    </Rows>
  )
}
