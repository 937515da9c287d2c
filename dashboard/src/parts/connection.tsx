import { useSyncExternalStore } from 'react'

function watch(tell: () => void): () => void {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

/** Says so while there is no connection; what is typed stays. */
export function Connection() {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className="bg-ink px-4 py-2 text-center text-s text-ground">
          You are offline. What you typed is kept; you can send it when you are back online.
        </p>
      )}
    </div>
  )
}
