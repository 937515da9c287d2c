import { useMatchRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PLACES } from './pages.ts'

const KEY = 'tidings-known-places'

const openedPlaces = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ')

/**
 * Whether every place had been opened in this browser before the page was loaded. Until then the navigation says what each place holds.
 * It is decided once, so that nothing moves while the page is open.
 */
export const knowsPlaces = PLACES.every(({ to }) => openedPlaces().includes(to))

/** Notes in this browser which places are opened. */
export function useNotedPlaces(): void {
  const isAt = useMatchRoute()
  const current = PLACES.find(({ to }) => isAt({ to, fuzzy: true }))?.to
  useEffect(() => {
    if (current === undefined) return
    // Another window may have noted others.
    localStorage.setItem(KEY, [...new Set([...openedPlaces(), current])].join(' '))
  }, [current])
}
