import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import type { ButtonVariant } from '../parts/button.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { StateIcon } from '../parts/icon.tsx'
import { Loaded, More } from '../parts/loaded.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { DialogButton } from '../parts/overlay/dialog-button.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Bar } from '../parts/progress.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Out } from '../parts/text/out.tsx'
import { Time, useNow } from '../parts/text/time.tsx'
import { DAY } from '../time.ts'
import { AccountSettings } from './account-settings.tsx'
import { ConnectForm } from './connect.tsx'
import { NETWORKS } from './faces.tsx'
import { money, NetworkMark, useNetwork } from './networks.tsx'
import { PostRow } from './post-row.tsx'
import { causeOf } from './post-state.tsx'
import { type ListedPost, type NamedSet, postsQuery, type SocialAccount, socialQuery } from './queries.ts'

/** Access that ends within this time is announced, as in the owners' mail. */
const NOTICE_MS = 14 * DAY

const endsSoon = ({ accessEndsAt }: SocialAccount, now: number): boolean =>
  accessEndsAt !== null && accessEndsAt - now < NOTICE_MS

const pageRoute = getRouteApi('/$account/channels/social/$socialAccount')

/** One social account: whether it works, what it may spend, how it posts, and what it posted. */
export function SocialAccountPage() {
  const { socialAccount } = pageRoute.useParams()
  const query = useAccountQuery(socialQuery)
  if (!query.data)
    return (
      <Page title="Social account">
        <Loaded query={query} label="Loading the social account">
          {() => null}
        </Loaded>
      </Page>
    )
  const account = query.data.accounts.find(one => one.id === socialAccount)
  return account ? <Details account={account} sets={query.data.sets} /> : <NotFound />
}

function Details({ account, sets }: { account: SocialAccount; sets: readonly NamedSet[] }) {
  const { may } = useAccount()
  const { profile, network } = account
  return (
    <Page
      title={NETWORKS[network].title}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <NetworkMark name={network} />
          <Out href={profile.url} className="rounded-md wrap-anywhere hover:underline">
            {profile.handle}
          </Out>
          <Health account={account} />
          {account.state !== 'active' && (
            <span className="w-full">
              {account.stateReason} Its posts are on hold
              {may('owner') ? '.' : ' until an owner reconnects it.'}
            </span>
          )}
        </span>
      }
      parent={{ to: '/$account/channels', label: 'Channels' }}
      actions={<Reconnect account={account} variant="primary" />}
    >
      <Spending account={account} />
      <AccountSettings key={account.id} account={account} sets={sets} />
      <RecentPosts key={account.id} socialAccount={account.id} />
      {may('owner') && (
        <Rows>
          <Row
            title="Remove this social account"
            meta={`Posts that have not gone out are cancelled. What was posted stays on ${NETWORKS[network].title}.`}
            action={
              <ChangeButton
                verb="Remove"
                variant="danger"
                label={`Remove ${profile.handle}`}
                send={act => act('social disconnect', { id: account.id })}
                question={`Remove ${profile.handle}?`}
              >
                Tidings forgets its access. Posts that have not gone out are cancelled. What was posted stays
                on {NETWORKS[network].title}, and Tidings can no longer remove it.
              </ChangeButton>
            }
          />
        </Rows>
      )}
    </Page>
  )
}

interface HealthProps {
  account: SocialAccount
  /** Whether it is left out when the account was checked. */
  isBrief?: boolean
}

/** Whether the account works, and when that was checked or how long its access lasts. */
export function Health({ account, isBrief = false }: HealthProps) {
  const { state, verifiedAt, accessEndsAt } = account
  const isActive = state === 'active'
  const now = useNow()
  const isFine = isActive && !endsSoon(account, now)
  const color = !isActive ? 'text-danger' : isFine ? 'text-kind-green' : 'text-kind-amber'
  return (
    <span className="flex flex-wrap gap-x-1">
      <span className="text-ink">
        <StateIcon name={isFine ? 'check' : 'alert'} color={color} />
        {isActive ? 'Connected' : <strong className="font-semibold">Not connected</strong>}
      </span>
      {isActive && !(isBrief && accessEndsAt === null) && (
        <span className="text-quiet">
          · {accessEndsAt === null ? 'checked' : 'access ends'} <Time at={accessEndsAt ?? verifiedAt} />
        </span>
      )}
    </span>
  )
}

/** For networks that charge: the cost of this month, and the price of a post. */
function Spending({ account: { month, network, profile } }: { account: SocialAccount }) {
  const price = useNetwork(network)?.price
  if (month === null || !price) return null
  return (
    <div className="grid max-w-form gap-1">
      <Bar
        label={`Spent by ${profile.handle} this month`}
        done={month.spent}
        total={Math.max(month.limit, month.spent, 1)}
      />
      <p className="text-s text-quiet tabular-nums">
        {money(month.spent)} of {money(month.limit)} spent this month (UTC). {NETWORKS[network].title} charges{' '}
        {money(price.plain)} for a post, {money(price.withLink)} with a link.
      </p>
    </div>
  )
}

interface ReconnectProps {
  account: SocialAccount
  variant?: ButtonVariant
}

/** A button for an account whose access has ended or ends soon; nothing for one that works, and for those who may not. */
export function Reconnect({ account, variant = 'secondary' }: ReconnectProps) {
  const { may } = useAccount()
  const network = useNetwork(account.network)
  const now = useNow()
  const { handle } = account.profile
  if (!may('owner') || !network || (account.state === 'active' && !endsSoon(account, now))) return null
  return (
    <DialogButton verb="Reconnect" label={`Reconnect ${handle}`} variant={variant}>
      {close => <ConnectForm network={network} sets={[]} reconnected={account} onDone={close} />}
    </DialogButton>
  )
}

/** The posts of a social account with their states: first those that wait for a person, then the others, newest first. */
function RecentPosts({ socialAccount }: { socialAccount: string }) {
  const { id: account } = useAccount()
  const query = useInfiniteQuery(postsQuery(account, { socialAccount }))
  return (
    <Section title="Posts">
      <Loaded query={query} label="Loading posts">
        {({ pages }) => {
          const isSettled = (post: ListedPost) => causeOf(post) === null
          const posts = pages
            .flatMap(page => page.posts)
            .toSorted((a, b) => Number(isSettled(a)) - Number(isSettled(b)))
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
