import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { EntryDetail } from '../api/entry-queries.ts'
import { PAGES } from '../frame/pages.ts'

const KEY = 'tidings-entry-from'

const isEntry = (path: string): boolean => /^\/[^/]+\/entries\//.test(path)

/** Stores the address from which an entry's page is opened, for the link back. */
export function useNotedOrigin(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
        if (fromLocation && isEntry(toLocation.pathname) && !isEntry(fromLocation.pathname))
          sessionStorage.setItem(KEY, fromLocation.href)
      }),
    [router],
  )
}

/** The page from which an entry was opened, its path, and its address below that of the dashboard; null if unknown. */
export function cameFrom(account: string): { label: string; to: string; href: string } | null {
  const href = sessionStorage.getItem(KEY)
  const [path] = href?.split('?') ?? []
  const places = [...PAGES, { to: '/$account/start', label: 'Your first ten minutes' }]
  const page = places.find(({ to }) => to.replace('$account', account) === path)
  return href && page ? { label: page.label, to: page.to, href } : null
}

/** The place that lists entries in this state; that of drafts while it is not known. */
export const placeOf = (state: EntryDetail['entry']['state'] = 'draft') =>
  state === 'draft' ? 'Review' : 'Calendar'
