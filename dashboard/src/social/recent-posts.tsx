import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../frame/use-account.ts'
import { Loaded, More } from '../parts/loaded.tsx'
import { Rows } from '../parts/row.tsx'
import { Section } from '../parts/section.tsx'
import { PostRow } from './post-row.tsx'
import { postsQuery } from './queries.ts'

/** The posts of a social account with their states, newest first. */
export function RecentPosts({ socialAccount }: { socialAccount: string }) {
  const { id: account } = useAccount()
  const query = useInfiniteQuery(postsQuery(account, { socialAccount }))
  return (
    <Section title="Posts">
      <Loaded query={query} label="Loading posts">
        {({ pages }) => {
          const posts = pages.flatMap(page => page.posts)
          if (posts.length === 0) return <p className="text-quiet">Nothing has been posted yet.</p>
          return (
            <>
              <Rows>
                {posts.map(post => (
                  <PostRow key={post.id} post={post} />
                ))}
              </Rows>
              <More query={query} shown={posts.length} />
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
