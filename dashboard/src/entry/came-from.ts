import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGES } from '../frame/pages.ts'

const KEY = 'tidings-entry-from'

const isEntry = (path: string): boolean => /^\/[^/]+\/entries\//.test(path)

/** Keeps the address from which the page of an entry is opened, for the way back. */
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

/** The page from which an entry was opened, and its address below that of the dashboard; null where that is not known. */
export function cameFrom(account: string): { label: string; href: string } | null {
  const href = sessionStorage.getItem(KEY)
  const [path] = href?.split('?') ?? []
  const page = PAGES.find(({ to }) => to.replace('$account', account) === path)
  return href && page ? { label: page.label, href } : null
}
