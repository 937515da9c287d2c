import type { ReactNode } from 'react'

/** An error, shown where it happened and read aloud at once. Takes no room without an error. */
export function Problem({ error }: { error: Error | null }) {
  return (
    <div role="alert" className="empty:absolute">
      {error && (
        <p className="flex gap-2 rounded-md bg-raised px-3 py-2 text-danger">
          <span aria-hidden="true">!</span>
          <span>{error.message}</span>
        </p>
      )}
    </div>
  )
}

/** A message about what was done, visible and read aloud. Takes no room without a message. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-quiet empty:absolute">
      {children}
    </p>
  )
}
