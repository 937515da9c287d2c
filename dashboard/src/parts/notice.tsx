import type { ReactNode } from 'react'

/** What went wrong, told where it happened, and to screen readers at once. Takes no room while there is nothing to tell. */
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

/** What was done, for those who see it and those who hear it. Takes no room while there is nothing to tell. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-quiet empty:absolute">
      {children}
    </p>
  )
}
