import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { base } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { type NetworkName, type SocialAccount, socialQuery } from './queries.ts'

interface NetworkFace {
  title: string
  /** A filled shape on a 16 by 16 grid. */
  path: string
}

/** How the networks are shown, in the order in which they are offered. */
export const NETWORKS: Record<NetworkName, NetworkFace> = {
  bluesky: {
    title: 'Bluesky',
    path: 'M4.2 3c1.6 1.2 3.2 3.5 3.8 4.8.6-1.3 2.2-3.6 3.8-4.8 1.1-.8 3-1.5 3 .6 0 .4-.2 3.5-.4 4-.5 1.8-2.3 2.2-3.9 2 2.8.4 3.5 2 2 3.6-2.9 3-4.2-.7-4.5-1.7-.3 1-1.6 4.7-4.5 1.7-1.5-1.6-.8-3.2 2-3.6-1.6.2-3.4-.2-3.9-2-.2-.5-.4-3.6-.4-4 0-2.1 1.9-1.4 3-.6Z',
  },
  mastodon: {
    title: 'Mastodon',
    path: 'M14.1 5.6c0-3-2-3.9-2-3.9C11.1 1.2 9.4 1 8 1s-3.1.2-4.1.7c0 0-2 .9-2 3.9 0 3.5-.2 7.8 3.2 8.7 1.2.3 2.3.4 3.1.3 1.5-.1 2.4-.6 2.4-.6l-.1-1.1s-1.1.3-2.3.3c-1.2 0-2.4-.1-2.6-1.6v-.4s1.1.3 2.6.3c.9 0 1.7 0 2.6-.2 1.7-.2 3.1-1.2 3.3-2.2.2-1.5 0-3.5 0-3.5Zm-2.2 3.9h-1.4V6c0-.7-.3-1.1-.9-1.1-.7 0-1 .5-1 1.3v1.9H7.3V6.2c0-.9-.3-1.3-1-1.3-.6 0-.9.4-.9 1.1v3.5H4V5.9c0-.7.2-1.3.6-1.7.4-.4.8-.6 1.4-.6.7 0 1.2.3 1.5.8l.4.6.4-.6c.3-.5.8-.8 1.5-.8.6 0 1 .2 1.4.6.4.4.6 1 .6 1.7v3.6Z',
  },
  x: {
    title: 'X',
    path: 'M12.2 1.7h2.1L9.7 7l5.5 7.3h-4.3L7.6 9.9l-3.9 4.4H1.6l5-5.7L1.3 1.7h4.4l3 4 3.5-4Zm-.7 11.3h1.2L5 2.9H3.7L11.5 13Z',
  },
  linkedin: {
    title: 'LinkedIn',
    path: 'M2.5 1.5h11a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1Zm1.1 5v6h1.9v-6H3.6Zm1-2.9a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Zm2.2 2.9v6h1.9V9.3c0-.8.3-1.5 1.2-1.5.8 0 1 .7 1 1.5v3.2h1.9V9c0-1.7-.7-2.7-2.3-2.7-.9 0-1.5.4-1.8.9v-.7H6.8Z',
  },
}

export const NETWORK_NAMES = Object.keys(NETWORKS) as NetworkName[]

/** The mark of a network. Its word is beside it, or read aloud. */
export function NetworkMark({ name, isWordShown = false }: { name: NetworkName; isWordShown?: boolean }) {
  const { title, path } = NETWORKS[name]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={title}>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5 shrink-0">
        <path d={path} fill="currentColor" fillRule="evenodd" />
      </svg>
      <span className={isWordShown ? '' : 'sr-only'}>{title}</span>
    </span>
  )
}

/** The picture of a social account, or its first letter while there is none. The server fetches it from the network. */
export function Avatar({ account, className = 'size-10' }: AvatarProps) {
  const { id } = useAccount()
  const [isMissing, setMissing] = useState(account.profile.avatarUrl === null)
  const { name, handle } = account.profile
  const shape = `shrink-0 rounded-full bg-raised ring-1 ring-line ${className}`
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

interface AvatarProps {
  account: Pick<SocialAccount, 'id' | 'profile'>
  className?: string
}

/** What a network offers; undefined until the server has answered. */
export function useNetwork(name: NetworkName) {
  const { id } = useAccount()
  const { data } = useQuery(socialQuery(id))
  return data?.networks.find(network => network.name === name)
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
})

/** Micro-dollars as "$0.015". */
export const money = (micros: number): string => dollars.format(micros / 1_000_000)
