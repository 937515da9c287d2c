import { useState } from 'react'
import { base } from '../api/client.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { NETWORKS } from './faces.tsx'
import { type NetworkName, type SocialAccount, socialQuery } from './queries.ts'

/** The filled shape of a network's mark. */
export const NetworkLogo = ({ name, className }: { name: NetworkName; className: string }) => (
  <svg aria-hidden="true" viewBox="0 0 16 16" className={`shrink-0 ${className}`}>
    <path d={NETWORKS[name].path} fill="currentColor" fillRule="evenodd" />
  </svg>
)

/** The mark of a network. Its name is next to it, or read aloud. */
export function NetworkMark({ name, isWordShown = false }: { name: NetworkName; isWordShown?: boolean }) {
  const { title } = NETWORKS[name]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={title}>
      <NetworkLogo name={name} className="size-3.5" />
      <span className={isWordShown ? '' : 'sr-only'}>{title}</span>
    </span>
  )
}

/** The picture of a social account, or its first letter if there is none. The server fetches it from the network. */
export function Avatar({ account }: { account: Pick<SocialAccount, 'id' | 'profile'> }) {
  const { id } = useAccount()
  const [isMissing, setMissing] = useState(account.profile.avatarUrl === null)
  const { name, handle } = account.profile
  const shape = 'size-9 shrink-0 rounded-full bg-raised ring-1 ring-line'
  if (!isMissing)
    return (
      <img
        alt=""
        src={`${base}api/accounts/${id}/social/${account.id}/picture`}
        onError={() => setMissing(true)}
        className={`object-cover ${shape}`}
      />
    )
  return (
    <span aria-hidden="true" className={`grid place-items-center font-semibold text-quiet ${shape}`}>
      {(name || handle.replace('@', '')).slice(0, 1).toUpperCase()}
    </span>
  )
}

/** What a network offers; undefined until the server has answered. */
export function useNetwork(name: NetworkName) {
  const { data } = useAccountQuery(socialQuery)
  return data?.networks.find(network => network.name === name)
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
})

/** An amount in micro-dollars as "$0.015". */
export const money = (micros: number): string => dollars.format(micros / 1_000_000)
