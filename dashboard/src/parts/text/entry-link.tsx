import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../../frame/use-account.ts'

interface Props {
  entry: string
  className?: string
  children: ReactNode
}

/** The headline of an entry, or what stands for it, as a link to its page. */
export function EntryLink({ entry, className = 'underline hover:text-ink', children }: Props) {
  const { id: account } = useAccount()
  return (
    <Link
      to="/$account/entries/$entry"
      params={{ account, entry }}
      dir="auto"
      className={`rounded-md wrap-anywhere ${className}`}
    >
      {children}
    </Link>
  )
}
