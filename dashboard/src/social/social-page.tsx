import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countsQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Done } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { TabRow, tabLinkClass } from '../parts/tabs.tsx'
import { counted } from '../text.ts'
import { Accounts } from './accounts.tsx'
import { NETWORKS } from './faces.tsx'
import { type Social, socialQuery } from './queries.ts'
import { RecentPosts } from './recent-posts.tsx'
import { Sets } from './sets.tsx'
import { WaitingPosts } from './waiting-posts.tsx'

const route = getRouteApi('/$account/social')

/** The social accounts that entries are posted to, the posts that wait for a person, and what became of all others. */
export function SocialPage() {
  const { id: account } = useAccount()
  const { connected } = route.useSearch()
  const { data } = useQuery(socialQuery(account))
  const news = data?.accounts.find(({ id }) => id === connected)
  return (
    <SocialPart>
      {social => (
        <>
          {news && (
            <Done>
              {news.profile.handle} on {NETWORKS[news.network].title} is connected.
            </Done>
          )}
          <Accounts social={social} />
          {social.accounts.length > 0 && <WaitingPosts />}
          {social.accounts.length > 0 && <RecentPosts />}
        </>
      )}
    </SocialPart>
  )
}

/** What is in each set, and which social accounts post it. */
export const SetsPage = () => <SocialPart>{social => <Sets social={social} />}</SocialPart>

const PARTS = [
  { to: '/$account/social', label: 'Accounts and posts' },
  { to: '/$account/social/sets', label: 'Sets' },
] as const

/** A part of what concerns social accounts, with the way to the others. */
function SocialPart({ children }: { children: (social: Social) => ReactNode }) {
  const { id: account } = useAccount()
  const query = useQuery(socialQuery(account))
  return (
    <Page title="Social" lead={<Summary social={query.data} />}>
      <TabRow label="Parts of this page">
        {PARTS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} params={{ account }} activeOptions={{ exact: true }} className={tabLinkClass}>
              {label}
            </Link>
          </li>
        ))}
      </TabRow>
      <Loaded query={query} label="Loading social accounts">
        {children}
      </Loaded>
    </Page>
  )
}

/** Like "2 accounts connected. 3 posts are waiting.", so that one sees at once whether anything is to be done. */
function Summary({ social }: { social: Social | undefined }) {
  const { id: account } = useAccount()
  const { data: counts } = useQuery(countsQuery(account))
  if (!social || social.accounts.length === 0) return 'Where entries are posted after they are published.'
  const broken = social.accounts.filter(({ state }) => state !== 'active').length
  const waiting = counts?.social.waiting ?? 0
  const connected = counted(social.accounts.length - broken, 'account connected', 'accounts connected')
  return [
    broken === 0 ? connected : `${connected}, ${broken} ${broken === 1 ? 'needs' : 'need'} reconnecting`,
    waiting === 0 ? 'No posts are waiting' : counted(waiting, 'post is waiting', 'posts are waiting'),
    '',
  ]
    .join('. ')
    .trim()
}
