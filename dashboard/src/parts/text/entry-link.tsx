import type { ReactNode } from 'react'
import { PageLink } from '../../frame/use-account.ts'

interface Props {
  entry: string
  className?: string
  children: ReactNode
}

/** The headline of an entry, or what stands for it, as a link to its page. */
export function EntryLink({ entry, className = 'underline hover:text-ink', children }: Props) {
  return (
    <PageLink
      to="/$account/entries/$entry"
      params={{ entry }}
      dir="auto"
      className={`rounded-md wrap-anywhere ${className}`}
    >
      {children}
    </PageLink>
  )
}
