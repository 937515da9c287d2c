import { useState } from 'react'
import { act } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Bar } from '../parts/progress.tsx'
import { Time, useNow } from '../parts/text/time.tsx'
import { AccountSettings } from './account-settings.tsx'
import { ConnectForm } from './connect.tsx'
import { NETWORKS } from './faces.tsx'
import { Avatar, money, NetworkMark, useNetwork } from './networks.tsx'
import { type SocialAccount, useSocialChange } from './queries.ts'
import type { NamedSet } from './sets.tsx'

/** Access that ends sooner is announced, as the owners' mail does. */
const NOTICE_MS = 14 * 86_400_000

const endsSoon = ({ accessEndsAt }: SocialAccount, now: number): boolean =>
  accessEndsAt !== null && accessEndsAt - now < NOTICE_MS

interface Props {
  account: SocialAccount
  sets: readonly NamedSet[]
}

/** One social account: whether it works, what it may spend, and how it posts. */
export function AccountRow({ account, sets }: Props) {
  const { may } = useAccount()
  const { profile, network } = account
  const now = useNow()
  const needsPerson = account.state !== 'active' || endsSoon(account, now)
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-3 gap-y-1 border-t border-line/60 py-3">
      <Avatar account={account} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 dir="auto" className="font-semibold wrap-anywhere">
            {profile.name || profile.handle}
          </h3>
          <p className="flex flex-wrap items-center gap-x-2 text-s text-quiet">
            <NetworkMark name={network} isWordShown />
            <a
              href={profile.url}
              target="_blank"
              rel="noreferrer"
              className="rounded-md wrap-anywhere hover:underline"
            >
              {profile.handle}
            </a>
          </p>
        </div>
        <Health account={account} />
      </div>
      <div className="col-start-2 grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {account.state !== 'active' && (
          <p className="text-pretty">
            {account.stateReason} Its posts wait, and go out once it is reconnected.
          </p>
        )}
        {may('owner') && needsPerson && <Reconnect account={account} />}
        <Spending account={account} />
        <AccountSettings account={account} sets={sets}>
          <div className="flex flex-wrap gap-1">
            <Verify account={account} />
            {may('owner') && <Disconnect account={account} />}
          </div>
        </AccountSettings>
      </div>
    </li>
  )
}

/** Whether it works, since when that is known, and how long its access lasts. */
function Health({ account }: { account: SocialAccount }) {
  const { state, verifiedAt, accessEndsAt } = account
  const isActive = state === 'active'
  const now = useNow()
  const color = !isActive ? 'bg-danger' : endsSoon(account, now) ? 'bg-kind-amber' : 'bg-kind-green'
  return (
    <div className="flex flex-wrap gap-x-2 text-s max-sm:w-full sm:block sm:text-right">
      <p>
        <span aria-hidden="true" className={`mr-1.5 inline-block size-2 rounded-full ${color}`} />
        {isActive ? 'Connected' : <strong className="font-semibold">Needs reconnecting</strong>}
      </p>
      <p className="text-quiet">
        {isActive && accessEndsAt !== null ? (
          <>
            access ends <Time at={accessEndsAt} />
          </>
        ) : (
          <>
            last verified <Time at={verifiedAt} />
          </>
        )}
      </p>
    </div>
  )
}

/** Where the network charges: what this month cost, and the price of a post. */
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

function Reconnect({ account }: { account: SocialAccount }) {
  const network = useNetwork(account.network)
  const [isOpen, setOpen] = useState(false)
  const { handle } = account.profile
  return (
    <>
      <Button
        variant="primary"
        className="justify-self-start"
        aria-label={`Reconnect ${handle}`}
        onClick={() => setOpen(true)}
      >
        Reconnect
      </Button>
      {isOpen && network && (
        <Dialog title={`Reconnect ${handle}`} onClose={() => setOpen(false)}>
          <ConnectForm network={network} sets={[]} reconnected={account} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function Verify({ account }: { account: SocialAccount }) {
  const { id } = useAccount()
  const verify = useSocialChange(() => act(id, 'social verify', { id: account.id }))
  return (
    <div className="grid gap-1">
      <Button
        variant="tertiary"
        aria-label={`Verify now: ${account.profile.handle}`}
        busy={verify.isPending}
        onClick={() => verify.mutate(undefined)}
      >
        Verify now
      </Button>
      <Problem error={verify.error} />
    </div>
  )
}

function Disconnect({ account }: { account: SocialAccount }) {
  const { id } = useAccount()
  const { handle } = account.profile
  const disconnect = useSocialChange(() => act(id, 'social disconnect', { id: account.id }))
  return (
    <div>
      <Confirm
        verb="Disconnect"
        label={`Disconnect ${handle}`}
        question={`Disconnect ${handle}?`}
        onConfirm={() => disconnect.mutate(undefined)}
      >
        Tidings forgets its access. Posts that have not gone out are cancelled. What was posted stays on{' '}
        {NETWORKS[account.network].title}, and Tidings can no longer remove it.
      </Confirm>
      <Problem error={disconnect.error} />
    </div>
  )
}
