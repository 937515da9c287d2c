import type { ReactNode } from 'react'

/** Stands in place of what only an owner may do. */
export const OwnersOnly = ({ children }: { children: ReactNode }) => (
  <p className="text-quiet">Only owners can {children}. Ask one of them.</p>
)
