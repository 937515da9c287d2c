import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { Done } from '../parts/notice.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { ConnectButtons } from './connect.tsx'
import { NETWORKS } from './networks.tsx'
import { PostDelay } from './post-delay.tsx'
import { socialQuery } from './queries.ts'
import { RecentPosts } from './recent-posts.tsx'
import { NewSet, Sets } from './sets.tsx'
import { WaitingPosts } from './waiting-posts.tsx'

const route = getRouteApi('/$account/social')

/** The social accounts that entries are posted to, in their sets, and the posts that wait for a person. */
export function SocialPage() {
  const { id: account, may } = useAccount()
  const { connected } = route.useSearch()
  const { data, error, isPending, refetch } = useQuery(socialQuery(account))
  const news = data?.accounts.find(({ id }) => id === connected)
  return (
    <Page title="Social" lead="Where entries are posted after they are published.">
      {news && (
        <Done>
          {news.profile.handle} on {NETWORKS[news.network].title} is connected.
        </Done>
      )}
      <WaitingPosts />
      {isPending && <RowsLoading label="Loading social accounts" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <>
          <Sets accounts={data.accounts} sets={data.sets} />
          {may('owner') && <ConnectButtons networks={data.networks} sets={data.sets} />}
          {data.accounts.length > 0 && <RecentPosts />}
          {may('owner') && <NewSet />}
          {data.accounts.length > 0 && <PostDelay delayMs={data.delayMs} />}
        </>
      )}
    </Page>
  )
}
