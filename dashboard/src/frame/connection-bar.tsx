import { useSyncExternalStore } from 'react'
import { type ConnectionState, connection } from '../api/connection.ts'

const MESSAGES: Record<ConnectionState, string | null> = {
  online: null,
  slow: 'The server is taking longer than usual.',
  unreachable: 'The server cannot be reached. Trying again; what you typed is kept.',
  offline: 'You are offline. What you typed is kept; you can send it when you are back online.',
}

/** Says at once when the connection is slow or gone. */
export function ConnectionBar() {
  const message = MESSAGES[useSyncExternalStore(connection.subscribe, connection.state)]
  return (
    <div role="status">
      {message && (
        <p className="fixed inset-x-0 top-0 z-40 bg-ink px-4 py-1.5 text-center text-s text-ground">
          {message}
        </p>
      )}
    </div>
  )
}
