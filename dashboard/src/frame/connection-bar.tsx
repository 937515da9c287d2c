import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type ConnectionState, connection } from '../api/connection.ts'

const MESSAGES: Record<ConnectionState, string | null> = {
  online: null,
  slow: 'The server is taking longer than usual.',
  unreachable: 'The server cannot be reached. Decisions wait until it is back.',
  offline: 'Offline. Decisions wait until you are back.',
}

/** A bar above the page that says at once when the connection is slow or gone. */
export function ConnectionBar() {
  const message = MESSAGES[useSyncExternalStore(connection.subscribe, connection.state)]
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--bar', `${element.offsetHeight}px`),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={bar} role="status" className="sticky top-0 z-40">
      {message && <p className="bg-ink px-4 py-1.5 text-center text-s text-ground">{message}</p>}
    </div>
  )
}
