import { useMatchRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PLACES } from './pages.ts'

const KEY = 'tidings-known-places'

const opened = new Set<string>(JSON.parse(localStorage.getItem(KEY) ?? '[]'))

/**
 * Whether the person had opened every place in this browser before the page was loaded. Until then the navigation says what each place
 * holds. It is decided once, so that nothing moves while the page is open.
 */
export const knowsPlaces = PLACES.every(({ to }) => opened.has(to))

/** Remembers in this browser which places were opened. */
export function useKnownPlaces(account: string): void {
  const isAt = useMatchRoute()
  const current = PLACES.find(({ to }) => isAt({ to, params: { account }, fuzzy: true }))?.to
  useEffect(() => {
    if (current === undefined || opened.has(current)) return
    opened.add(current)
    localStorage.setItem(KEY, JSON.stringify([...opened]))
  }, [current])
}
