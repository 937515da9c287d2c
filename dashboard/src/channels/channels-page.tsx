import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countsQuery } from '../api/entry-queries.ts'
import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Done } from '../parts/notice.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Address, CopyButton } from '../parts/text/copy.tsx'
import { feedsQuery, pageQuery } from '../settings/queries.ts'
import { Health, Reconnect } from '../social/account-page.tsx'
import { ConnectButtons } from '../social/connect.tsx'
import { NETWORKS } from '../social/faces.tsx'
import { NetworkLogo } from '../social/networks.tsx'
import { type Social, socialQuery } from '../social/queries.ts'
import { WaitingPosts } from '../social/waiting-posts.tsx'

const route = getRouteApi('/$account/channels')

const columnClass = 'grid grid-cols-[minmax(0,1fr)] content-start gap-8'

/** Every channel through which customers and programs get published entries. Those that need attention come first. */
export function ChannelsPage() {
  const { may } = useAccount()
  const { connected } = route.useSearch()
  const social = useAccountQuery(socialQuery)
  const counts = useAccountQuery(countsQuery).data?.social
  const needsAttention = counts !== undefined && counts.reconnect + counts.waiting > 0
  const readers = (
    <>
      <Section title="Page and feeds" lead="Anyone who has one of these addresses can read this changelog.">
        <Readers />
      </Section>
      <Section title="For developers">
        <Rows>
          <AddressRow to="/$account/channels/api" icon="api" title="HTTP API" address={null}>
            Read highlights from your own software, with a token
          </AddressRow>
        </Rows>
      </Section>
    </>
  )
  const accounts = (
    <Section
      title="Social accounts"
      lead={
        <>
          Published entries are posted here.{' '}
          {may('owner') && (
            <PageLink to="/$account/settings/publishing" className="underline hover:text-ink">
              Change how often
            </PageLink>
          )}
        </>
      }
    >
      <Loaded query={social} label="Loading social accounts">
        {data => (
          <>
            <WaitingPosts />
            <SocialAccounts social={data} />
            {may('owner') && <ConnectButtons networks={data.networks} sets={data.sets} />}
          </>
        )}
      </Loaded>
    </Section>
  )
  const news = social.data?.accounts.find(({ id }) => id === connected)
  return (
    <Page title="Channels" width="screen" lead="Where people read what you publish.">
      {news && (
        <Done>
          {news.profile.handle} on {NETWORKS[news.network].title} is connected.
        </Done>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className={columnClass}>{needsAttention ? accounts : readers}</div>
        <div className={columnClass}>{needsAttention ? readers : accounts}</div>
      </div>
    </Page>
  )
}

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="grid w-8 shrink-0 place-items-center text-quiet">{children}</span>
)

interface AddressRowProps {
  to: LinkProps['to']
  icon: IconName
  title: string
  address: string | null
  children?: ReactNode
}

/** A channel with an address, which can be copied here. */
function AddressRow({ to, icon, title, address, children }: AddressRowProps) {
  return (
    <Row
      mark={
        <Mark>
          <Icon name={icon} className="size-5" />
        </Mark>
      }
      title={title}
      link={{ to }}
      meta={address === null ? children : <Address text={address} />}
      action={address !== null && <CopyButton text={address} label={`Copy: ${title}`} />}
    />
  )
}

/** The channels that readers open themselves. */
function Readers() {
  const page = useAccountQuery(pageQuery)
  const feeds = useAccountQuery(feedsQuery)
  return (
    <Loaded query={feeds} label="Loading channels">
      {({ all, origins }) => (
        <Rows>
          <AddressRow
            to="/$account/channels/page"
            icon="page"
            title="Changelog page"
            address={(page.data?.isOn && page.data.address) || null}
          >
            {page.data && 'Off'}
          </AddressRow>
          <AddressRow to="/$account/channels/feeds" icon="feed" title="Atom feed" address={all.atom} />
          <AddressRow to="/$account/channels/feeds" icon="feed" title="JSON feed" address={all.json} />
          <AddressRow to="/$account/channels/widget" icon="edition" title="Widget" address={null}>
            {origins === null ? 'For any website' : `For ${origins.join(', ') || 'no website yet'}`}
          </AddressRow>
        </Rows>
      )}
    </Loaded>
  )
}

function SocialAccounts({ social: { accounts } }: { social: Social }) {
  if (accounts.length === 0)
    return <p className="text-quiet text-pretty">No social account is connected yet.</p>
  return (
    <Rows>
      {accounts
        .toSorted((a, b) => Number(a.state === 'active') - Number(b.state === 'active'))
        .map(one => (
          <Row
            key={one.id}
            mark={
              <Mark>
                <NetworkLogo name={one.network} className="size-5" />
              </Mark>
            }
            title={NETWORKS[one.network].title}
            link={{
              to: '/$account/channels/social/$socialAccount',
              params: { socialAccount: one.id },
            }}
            meta={
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span>{one.profile.handle}</span>
                <Health account={one} isBrief />
              </span>
            }
            action={<Reconnect account={one} />}
          />
        ))}
    </Rows>
  )
}
