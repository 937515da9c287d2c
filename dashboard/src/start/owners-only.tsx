import type { ReactNode } from 'react'

/** Replaces something that only an owner may do. */
export const OwnersOnly = ({ children }: { children: ReactNode }) => (
  <p className="text-quiet">Only owners can {children}. Ask one of them.</p>
)
