import type { ReactNode } from 'react'

/** What went wrong, told where it happened, and to screen readers at once. */
export function Problem({ error }: { error: Error | null }) {
  return (
    <div role="alert" className="empty:-mb-3">
      {error && (
        <p className="flex gap-2 rounded-md bg-raised px-3 py-2 text-danger">
          <span aria-hidden="true">!</span>
          <span>{error.message}</span>
        </p>
      )}
    </div>
  )
}

/** What was done, for those who see it and those who hear it. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="min-h-5 text-quiet">
      {children}
    </p>
  )
}
